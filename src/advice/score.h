#pragma once
// The pollution score, its severity, and what to do about it.

#include <cstdint>
#include <string>
#include <string_view>

#include "session/session_view.h"

namespace context_rot::advice {

/// What the formula counts.
struct Counts {
  std::int64_t stale = 0;
  std::int64_t contradictions = 0;
  std::int64_t debugging = 0;
  std::int64_t messages = 0;
};

/// min(100, round(stale*10 + contradictions*15 + debugging*5 + (messages > 100 ? 20 :
/// messages/5))), messages/5 with its fraction. Negative counts are taken for 0; never overflows.
int score_of(const Counts& counts);

enum class Severity : std::uint8_t { mild, moderate, severe };
/// 0-30 mild, 31-60 moderate, 61-100 severe.
Severity severity_of(int score);
std::string_view name_of(Severity severity);

enum class Recovery : std::uint8_t { prune, compact, clean_slate };
/// mild: prune, moderate: compact, severe: clean slate.
Recovery recovery_for(Severity severity);
/// "prune", "compact", "clean-slate", as `context-health recover` takes it.
std::string_view name_of(Recovery recovery);

enum class HealthAction : std::uint8_t { continue_, compact, clean_slate };
/// "continue", "compact", "clean_slate": as the JSON report has it.
std::string_view name_of(HealthAction action);

/// What the score's formula alone would do, and by which limit. A computed figure: what to do with
/// a session is decided by advice::decide(), which knows more than this.
struct Advised {
  HealthAction action = HealthAction::continue_;
  bool preventive = false;
  std::string reason;  ///< the limit that was reached; in English, without a full stop
};

/// Score 70 or more: clean slate; 40 or more: compact; more than 100 messages and 20 or more:
/// compact, preventively; else continue.
Advised advised_action(int score, std::int64_t messages);

/// The counters of `--scoring evidence`: files that the session knew, that are gone and that are
/// still referred to; decisions that are superseded and still stand in the window; episodes of
/// two or more failed attempts; prompts and answers with text.
Counts evidence_counts(const session::SessionView& view);

}  // namespace context_rot::advice
