#pragma once
// White space around lines.

#include <string_view>

namespace context_rot::journal {

constexpr std::string_view white_space = " \t\r\n";

/// Without white space (ASCII) at both ends.
inline std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(white_space);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(white_space) - begin + 1);
}

/// Without white space at its end.
inline std::string_view right_trimmed(std::string_view text) {
  return text.substr(0, text.find_last_not_of(white_space) + 1);
}

/// Takes the first line off the front of `rest`, without its line feed.
inline std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

}  // namespace context_rot::journal
