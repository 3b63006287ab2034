#include "transcript/numbered_lines.h"

#include <algorithm>

#include "util/ascii.h"
#include "util/number.h"

namespace context_rot::transcript {

NumberedLine line_number(std::string_view line) {
  constexpr std::string_view arrow = "\u2192";
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {std::nullopt, line};
  std::size_t end = begin;
  while (end < line.size() && is_digit(line[end])) ++end;
  std::string_view rest = line.substr(end);
  if (rest.starts_with(arrow)) {
    rest.remove_prefix(arrow.size());
  } else if (rest.starts_with('\t')) {
    rest.remove_prefix(1);
  } else {
    return {std::nullopt, line};
  }
  const auto number = parse_count(line.substr(begin, end - begin));
  return number ? NumberedLine{number, rest} : NumberedLine{std::nullopt, line};
}

}  // namespace context_rot::transcript
