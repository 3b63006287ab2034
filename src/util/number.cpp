#include "util/number.h"

namespace context_rot {

std::optional<std::int64_t> parse_count(std::string_view text) {
  if (text.empty() || text.size() > 15) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value;
}

std::string short_count(std::int64_t count) {
  if (count < 1000) return std::to_string(count);
  if (count < 1'000'000) return std::to_string(count / 1000) + "k";
  const std::int64_t tenths = count / 100'000;
  const std::string whole = std::to_string(tenths / 10);
  return tenths % 10 == 0 ? whole + "M" : whole + "." + std::to_string(tenths % 10) + "M";
}

}  // namespace context_rot
