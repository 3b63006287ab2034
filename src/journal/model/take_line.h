#pragma once
// Text line by line.

#include <string_view>

namespace context_rot::journal {

/// Takes the first line off the front of `rest`, without its line feed.
inline std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

}  // namespace context_rot::journal
