#pragma once
// The line that tells of a crossing into a higher band.

#include <string>

#include "advice/notice_advice.h"
#include "config/config.h"
#include "window/compaction_point.h"
#include "window/crossing.h"

namespace context_rot::advice {

/// Longest notice in bytes; texts are written to stay below it.
constexpr std::size_t band_notice_budget = 500;

/// For the user: percent, band, tokens, what to do and, where it is known, how far the automatic
/// compaction is and how that is known. One line of UTF-8. What to do is what `advice` says; where
/// there is none, what the band recommends. A command to paste follows on a line of its own.
std::string band_notice(const window::Crossing& crossing, const window::CompactionPoint& point,
                        config::Language language, const NoticeAdvice& advice = {});

/// The same for the model (notify: model), in English and never as a command.
std::string band_note_for_model(const window::Crossing& crossing);

/// Whether a compaction with a hint is due at once although the band is amarillo: the client
/// compacts by itself at or below 75 % of the window.
bool compacts_early(const window::CompactionPoint& point, std::int64_t window);

}  // namespace context_rot::advice
