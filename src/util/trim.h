#pragma once
// Parts of a text: without white space at its ends, its lines, what it begins with. Product-free.

#include <initializer_list>
#include <string_view>

namespace context_rot {

/// What stands around lines.
constexpr std::string_view white_space = " \t\r\n";

/// Without the characters of `blanks` at both ends. Points into `text`.
constexpr std::string_view trimmed(std::string_view text, std::string_view blanks = white_space) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// Without white space at its end. Points into `text`.
constexpr std::string_view right_trimmed(std::string_view text) {
  return text.substr(0, text.find_last_not_of(white_space) + 1);
}

/// Whether `text` begins with one of `openings`.
constexpr bool starts_with_any(std::string_view text,
                               std::initializer_list<std::string_view> openings) {
  for (const std::string_view opening : openings) {
    if (text.starts_with(opening)) return true;
  }
  return false;
}

/// Takes the first line off the front of `rest`, without its line feed.
constexpr std::string_view take_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return line;
}

/// What stands behind the last slash of a path; all of it where there is none.
constexpr std::string_view base_name(std::string_view path) {
  return path.substr(path.rfind('/') + 1);
}

/// The same behind the last slash or backslash, whichever system the path is of.
constexpr std::string_view last_part(std::string_view path) {
  return path.substr(path.find_last_of("/\\") + 1);
}

}  // namespace context_rot
