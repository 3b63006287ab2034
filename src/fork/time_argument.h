#pragma once
// A point in time as a person says it.

#include <optional>
#include <string_view>

#include "util/time.h"

namespace context_rot::fork {

/// "30m", "2h", "3d" before `now`; or a time: "2026-11-29T14:20:00Z", "2026-11-29T15:20:00+01:00".
/// Nothing for another text. Numbers of up to six digits.
std::optional<Milliseconds> parse_since(std::string_view text, Milliseconds now);

}  // namespace context_rot::fork
