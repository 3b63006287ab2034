#include "util/number.h"

#include <algorithm>
#include <cmath>

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

std::optional<double> parse_share(std::string_view text) {
  const std::size_t point = std::min(text.find('.'), text.size());
  const std::string_view whole = text.substr(0, point);
  const std::string_view decimals = text.substr(std::min(point + 1, text.size()));
  if (whole.empty() && decimals.empty()) return std::nullopt;
  if (decimals.size() > 6) return std::nullopt;
  const auto before = whole.empty() ? std::optional<std::int64_t>(0) : parse_count(whole);
  std::string millionths(decimals);
  millionths.resize(6, '0');
  const auto after = parse_count(millionths);
  if (!before || !after) return std::nullopt;
  const std::int64_t value = *before * 1'000'000 + *after;
  if (*before > 1 || value > 1'000'000) return std::nullopt;
  return static_cast<double>(value) / 1e6;
}

std::string format_share(double share) {
  std::string digits = std::to_string(std::llround(share * 1e6));
  if (digits.size() < 7) digits.insert(0, 7 - digits.size(), '0');
  std::string out = digits.substr(0, digits.size() - 6) + "." + digits.substr(digits.size() - 6);
  out.erase(out.find_last_not_of('0') + 1);
  if (out.ends_with('.')) out.pop_back();
  return out;
}

std::string short_count(std::int64_t count) {
  if (count < 1000) return std::to_string(count);
  if (count < 1'000'000) return std::to_string(count / 1000) + "k";
  const std::int64_t tenths = count / 100'000;
  const std::string whole = std::to_string(tenths / 10);
  return tenths % 10 == 0 ? whole + "M" : whole + "." + std::to_string(tenths % 10) + "M";
}

std::string fine_count(std::int64_t count) {
  if (count < 1000 || count >= 100'000) return short_count(count);
  return std::to_string(count / 1000) + "." + std::to_string(count / 100 % 10) + "k";
}

}  // namespace context_rot
