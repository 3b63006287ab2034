#pragma once
// Everything that the advice is decided on, as plain values.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/attempts.h"
#include "advice/open_work.h"
#include "advice/topic.h"
#include "findings/finding.h"
#include "session/session_view.h"
#include "window/band.h"
#include "window/compaction_point.h"
#include "window/measure.h"
#include "window/reading.h"

namespace context_rot::advice {

/// How full the window is.
struct Fullness {
  window::Band band = window::Band::unknown;
  std::optional<int> percent;
  std::optional<std::int64_t> used;    ///< tokens
  std::optional<std::int64_t> window;  ///< tokens
  window::CompactionPoint point;
};

/// One kind of noise in the window.
struct Noise {
  findings::Kind kind = findings::Kind::failed;
  std::int64_t tokens = 0;
  std::string what;  ///< for a sentence: "3 failed runs of npm test"
};

/// Everything that decide() goes by. What is not known stands as it does here.
struct Facts {
  Fullness fullness;
  bool session = false;                   ///< false: nothing but fullness is known
  std::string session_id;                 ///< for commands that name it; may be empty
  std::string curate = "context-curate";  ///< how that program is started here
  std::size_t prompts = 0;
  Topic topic;
  std::size_t prompts_on_topic = 0;
  std::optional<Attempts> attempts;  ///< that the session stands in now
  bool next_is_heavy = false;        ///< what comes next, as far as it is known, puts out much
  /// What comes next is unrelated to what was before; where that is not known or says nothing of
  /// its own ("go on"), the last prompt.
  bool something_else = false;
  OpenWork open;
  PhaseEnd phase = PhaseEnd::none;
  std::int64_t live_tokens = 0;
  std::int64_t noise_tokens = 0;
  std::vector<Noise> noise;            ///< by kind, the largest first
  std::vector<std::string> files;      ///< changed lately and there, the newest first
  std::vector<std::string> decisions;  ///< in effect, the newest first
  std::optional<std::size_t> compacted_prompts_ago;
  std::size_t small_subagents = 0;      ///< that brought back less than 500 tokens
  std::size_t complaints_in_a_row = 0;  ///< the latest prompts that correct the answer before
};

/// How full the window is by a measurement.
Fullness fullness_of(const window::Measurement& measured, const window::BandLimits& limits);

/// Gathers the facts of a session. `next` is what comes next: the prompt at hand, or what the
/// person says that they are about to do; empty where that is not known. Texts in the facts are on
/// one line, without secrets or tags.
Facts facts_of(const session::SessionView& view, const std::vector<findings::Finding>& findings,
               const Fullness& fullness, std::string_view next = {});

}  // namespace context_rot::advice
