#include "util/time.h"

#include <array>
#include <chrono>
#include <cstdio>
#include <ctime>

namespace context_rot {

namespace {

/// Reads `digits` decimal digits at `at`, or -1.
int number(std::string_view text, std::size_t at, std::size_t digits) {
  if (at + digits > text.size()) return -1;
  int value = 0;
  for (const char c : text.substr(at, digits)) {
    if (c < '0' || c > '9') return -1;
    value = value * 10 + (c - '0');
  }
  return value;
}

}  // namespace

std::optional<Milliseconds> parse_utc(std::string_view text) {
  using namespace std::chrono;
  if (text.size() < 20 || text.back() != 'Z') return std::nullopt;
  if (text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' || text[16] != ':') {
    return std::nullopt;
  }
  const int y = number(text, 0, 4);
  const int mo = number(text, 5, 2);
  const int d = number(text, 8, 2);
  const int h = number(text, 11, 2);
  const int mi = number(text, 14, 2);
  const int s = number(text, 17, 2);
  int ms = 0;
  if (text.size() != 20) {
    if (text[19] != '.' || text.size() > 30) return std::nullopt;
    const std::string_view fraction = text.substr(20, text.size() - 21);
    if (fraction.empty() || number(fraction, 0, fraction.size() > 9 ? 9 : fraction.size()) < 0) {
      return std::nullopt;
    }
    int scale = 100;
    for (std::size_t i = 0; i < fraction.size() && i < 3; ++i, scale /= 10) {
      ms += (fraction[i] - '0') * scale;
    }
  }
  if (y < 0 || mo < 0 || d < 0 || h < 0 || h > 23 || mi < 0 || mi > 59 || s < 0 || s > 60) {
    return std::nullopt;
  }
  const year_month_day date{year{y}, month{static_cast<unsigned>(mo)},
                            day{static_cast<unsigned>(d)}};
  if (!date.ok()) return std::nullopt;
  const auto time = sys_days{date} + hours{h} + minutes{mi} + seconds{s} + milliseconds{ms};
  return duration_cast<milliseconds>(time.time_since_epoch()).count();
}

std::string format_utc(Milliseconds time) {
  using namespace std::chrono;
  const sys_time<milliseconds> point{milliseconds{time}};
  const auto day_point = floor<days>(point);
  const year_month_day date{day_point};
  const hh_mm_ss clock{point - day_point};
  std::array<char, 40> out{};
  std::snprintf(
      out.data(), out.size(), "%04d-%02u-%02uT%02d:%02d:%02d.%03dZ", static_cast<int>(date.year()),
      static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
      static_cast<int>(clock.hours().count()), static_cast<int>(clock.minutes().count()),
      static_cast<int>(clock.seconds().count()), static_cast<int>(clock.subseconds().count()));
  return out.data();
}

std::string format_local(Milliseconds time) {
  const auto seconds = static_cast<std::time_t>(time / 1000);
  std::tm local{};
  if (::localtime_r(&seconds, &local) == nullptr) return format_utc(time).substr(0, 16);
  std::array<char, 40> out{};
  std::strftime(out.data(), out.size(), "%Y-%m-%d %H:%M", &local);
  return out.data();
}

Milliseconds now() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace context_rot
