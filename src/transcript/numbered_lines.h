#pragma once
// Lines of a file as tools show them: with their numbers in front.

#include <cstdint>
#include <optional>
#include <string_view>

namespace context_rot::transcript {

/// A line as it was shown.
struct NumberedLine {
  std::optional<std::int64_t> number;  ///< nothing where no number stands in front
  std::string_view text;               ///< the line of the file
};

/// Takes the number off a line: "   12\u2192text", "12\ttext". Any bytes.
NumberedLine line_number(std::string_view line);

/// Calls `each` for every line of a text, without its line feed.
template <typename Each>
void for_each_line(std::string_view text, Each&& each) {
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    each(text.substr(0, feed));
    if (feed == std::string_view::npos) break;
    text.remove_prefix(feed + 1);
  }
}

}  // namespace context_rot::transcript
