#pragma once
// Points in time as milliseconds since 1970-01-01T00:00:00Z. Product-free.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace context_rot {

using Milliseconds = std::int64_t;

/// Reads "2026-11-29T23:44:11.370Z" (seconds may lack the fraction; only UTC, marked by
/// "Z"). Nothing for any other form or an impossible date.
std::optional<Milliseconds> parse_utc(std::string_view text);

/// The same, or with an offset in the place of "Z": "2026-11-30T00:44:11.370+01:00".
std::optional<Milliseconds> parse_time(std::string_view text);

/// The first moment of a day, "2026-11-29", in the time zone of this process.
std::optional<Milliseconds> parse_local_day(std::string_view text);

/// Writes the form that parse_utc reads, with three decimals. For what is kept.
std::string format_utc(Milliseconds time);

/// The time in the zone of this process with its offset, "Z" where that is none: a form that
/// parse_time reads. For JSON that is shown.
std::string format_with_offset(Milliseconds time);

/// "2026-11-29 14:20" in the time zone of this process, for people to read.
std::string format_local(Milliseconds time);

/// The present, by the system's clock.
Milliseconds now();

}  // namespace context_rot
