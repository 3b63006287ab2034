#include "fork/time_argument.h"

#include "util/number.h"

namespace context_rot::fork {

std::optional<Milliseconds> parse_since(std::string_view text, Milliseconds now) {
  if (const auto time = parse_time(text)) return time;
  constexpr Milliseconds minute = 60 * 1000;
  if (text.size() < 2 || text.size() > 7) return std::nullopt;
  const auto count = parse_count(text.substr(0, text.size() - 1));
  if (!count) return std::nullopt;
  switch (text.back()) {
    case 'm':
      return now - *count * minute;
    case 'h':
      return now - *count * 60 * minute;
    case 'd':
      return now - *count * 24 * 60 * minute;
    default:
      return std::nullopt;
  }
}

}  // namespace context_rot::fork
