#pragma once
// A point in time as a person says it.

#include <optional>
#include <string_view>

#include "util/time.h"

namespace context_rot::fork {

/// "30m", "2h", "3d" before `now`; or a time in UTC: "2026-11-29T14:20:00Z". Nothing for another
/// text. Numbers of up to six digits.
std::optional<Milliseconds> parse_since(std::string_view text, Milliseconds now);

}  // namespace context_rot::fork
