#pragma once
// The facts of a session for its section, from what was found in its conversation.

#include <string>
#include <string_view>
#include <vector>

#include "findings/analysis.h"
#include "findings/session_summary.h"
#include "journal/model/section.h"
#include "window/band.h"

namespace context_rot::journal {

/// What a conversation says, as merge.h takes it, and what merge cannot know.
struct Extracted {
  Section facts;  ///< generated items only
  std::vector<std::string>
      gone;  ///< absolute or as given: used in the conversation, gone from disk
  std::vector<std::string> drop;  ///< what a summary can do without, in words, the largest first
  bool empty = true;  ///< nobody has asked for anything yet, and no summary says that somebody had
};

/// Takes the state of a session apart into the journal's parts: the goal from the first prompt of
/// the topic, the latest prompts, tasks and commits, decisions with their state, corrections,
/// dead ends, open errors, files that are there; the sections of the last compaction's summary
/// where the conversation holds one, an approved plan as a decision. `now` becomes the section's
/// time, in local time for people. The part about the window is left out: see window_line(). Every
/// part is known, so what no longer holds goes, but for what a compaction has taken out of sight.
/// Only files that were seen on the disk are listed. Linear.
Extracted extract(const findings::Analysis& analysis, std::string_view session, Milliseconds now,
                  config::Language language);

/// "76 % (red): 152k of 200k tokens", for Kind::window; empty where it is not known.
std::string window_line(std::optional<int> percent, std::optional<std::int64_t> used,
                        std::optional<std::int64_t> window, window::Band band,
                        config::Language language);

}  // namespace context_rot::journal
