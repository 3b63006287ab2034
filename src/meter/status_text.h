#pragma once
// The line under the prompt: a bar, the percent and band, the tokens, the compaction point.

#include <string>

#include "host/config.h"
#include "meter/compaction_point.h"
#include "meter/reading.h"

namespace context_rot::meter {

/// One line of UTF-8 without an end. Colour (ANSI) of the band only where `colour` is set.
/// Without a number it says what it waits for; with an impossible one it says so.
std::string status_text(const Reading& reading, const CompactionPoint& point,
                        const BandLimits& limits, host::Language language, bool colour);

}  // namespace context_rot::meter
