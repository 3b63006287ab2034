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

std::optional<std::tm> local_parts(Milliseconds time) {
  const auto seconds = static_cast<std::time_t>(time / 1000);
  std::tm local{};
  return ::localtime_r(&seconds, &local) == nullptr ? std::nullopt : std::optional(local);
}

/// Minutes that the zone at the end of a text, "Z" or "+01:30", lies before UTC, and what stands in
/// front of it.
struct Zone {
  int minutes = 0;
  std::string_view before;
};

std::optional<Zone> zone_of(std::string_view text) {
  if (text.ends_with('Z')) return Zone{0, text.substr(0, text.size() - 1)};
  constexpr std::size_t size = std::string_view("+01:30").size();
  if (text.size() < size) return std::nullopt;
  const std::string_view zone = text.substr(text.size() - size);
  const int hours = number(zone, 1, 2);
  const int minutes = number(zone, 4, 2);
  const bool is_zone = (zone[0] == '+' || zone[0] == '-') && zone[3] == ':' && hours >= 0 &&
                       hours <= 14 && minutes >= 0 && minutes < 60;
  if (!is_zone) return std::nullopt;
  const int distance = hours * 60 + minutes;
  return Zone{zone[0] == '-' ? -distance : distance, text.substr(0, text.size() - size)};
}

}  // namespace

std::optional<Milliseconds> parse_time(std::string_view text) {
  const auto zone = zone_of(text);
  if (!zone) return std::nullopt;
  const auto time = parse_utc(std::string(zone->before) + 'Z');
  if (!time) return std::nullopt;
  return *time - Milliseconds{zone->minutes} * 60 * 1000;
}

std::optional<Milliseconds> parse_local_day(std::string_view text) {
  if (text.size() != 10 || !parse_utc(std::string(text) + "T00:00:00Z")) return std::nullopt;
  std::tm day{};
  day.tm_year = number(text, 0, 4) - 1900;
  day.tm_mon = number(text, 5, 2) - 1;
  day.tm_mday = number(text, 8, 2);
  day.tm_isdst = -1;
  const std::time_t time = ::mktime(&day);
  return time == -1 ? std::nullopt : std::optional(Milliseconds{time} * 1000);
}

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

std::string format_with_offset(Milliseconds time) {
  const auto local = local_parts(time);
  const long offset = local ? local->tm_gmtoff / 60 : 0;  // in minutes
  if (offset == 0) return format_utc(time);
  std::string out = format_utc(time + Milliseconds{offset} * 60 * 1000);
  out.pop_back();  // the "Z"
  const long distance = offset < 0 ? -offset : offset;
  std::array<char, 16> zone{};
  std::snprintf(zone.data(), zone.size(), "%c%02ld:%02ld", offset < 0 ? '-' : '+',
                distance / 60 % 24, distance % 60);
  return out + zone.data();
}

std::string format_local(Milliseconds time) {
  const auto local = local_parts(time);
  if (!local) return format_utc(time).substr(0, 16);
  std::array<char, 40> out{};
  std::strftime(out.data(), out.size(), "%Y-%m-%d %H:%M", &*local);
  return out.data();
}

Milliseconds now() {
  using namespace std::chrono;
  return duration_cast<milliseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace context_rot
