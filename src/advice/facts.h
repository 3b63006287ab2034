#pragma once
// Everything that the advice is decided on, as plain values.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "advice/topic.h"
#include "findings/finding.h"
#include "session/session_view.h"
#include "window/band.h"
#include "window/compaction_point.h"
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

/// Something that was tried several times without success.
struct Attempts {
  enum class What : std::uint8_t { failed, corrected };
  What what = What::failed;
  std::string target;       ///< failed: the command or file
  std::size_t times = 0;    ///< failures, or corrections
  std::int64_t tokens = 0;  ///< of these calls and results, or answers
  std::string prompt;       ///< the prompt to go back to, as one line
  std::size_t prompts_ago = 0;
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
  bool session = false;    ///< false: nothing but fullness is known
  std::string session_id;  ///< for commands that name it; may be empty
  std::size_t prompts = 0;
  Topic topic;
  std::size_t prompts_on_topic = 0;
  std::optional<Attempts> attempts;  ///< not resolved, and tried within the last three prompts
  std::size_t large_outputs = 0;     ///< of the last three prompts, that nothing refers to
  std::int64_t large_tokens = 0;
  std::string large_what;
  bool next_is_heavy = false;  ///< what the person says to do next puts out much
  std::int64_t live_tokens = 0;
  std::int64_t noise_tokens = 0;
  std::vector<Noise> noise;            ///< by kind, the largest first
  std::vector<std::string> files;      ///< changed lately and there, the newest first
  std::vector<std::string> decisions;  ///< in effect, the newest first
  std::optional<std::size_t> compacted_prompts_ago;
  std::size_t small_subagents = 0;      ///< that brought back less than 500 tokens
  std::size_t complaints_in_a_row = 0;  ///< the latest prompts that reject the answer before
};

/// Gathers the facts of a session. Texts in it are on one line, without secrets or tags.
Facts facts_of(const session::SessionView& view, const std::vector<findings::Finding>& findings,
               const Fullness& fullness);

/// Whether the words for a next step mean much output: the whole test suite, a search through all
/// files, logs, a review of everything. English and Spanish.
bool is_output_heavy(std::string_view next_step);

}  // namespace context_rot::advice
