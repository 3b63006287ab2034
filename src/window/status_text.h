#pragma once
// The line under the prompt: a bar, the percent and band, the tokens, the compaction point.

#include <string>

#include "config/config.h"
#include "window/compaction_point.h"
#include "window/reading.h"

namespace context_rot::window {

/// One line of UTF-8 without an end. Colour (ANSI) of the band only where `colour` is set.
/// Without a number it says what it waits for; with an impossible one it says so.
std::string status_text(const Reading& reading, const CompactionPoint& point,
                        const BandLimits& limits, config::Language language, bool colour);

}  // namespace context_rot::window
