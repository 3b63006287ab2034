#pragma once
// The advice in one line, behind the notice of a crossing.

#include <string>

#include "advice/rubric.h"
#include "config/config.h"

namespace context_rot::advice {

/// What a notice says of the decision.
struct NoticeAdvice {
  /// The command to paste where the decision is to compact; the prompt to go back to where it is to
  /// rewind; a line on the topic where it is to clear; the reason for a subagent. Empty where the
  /// notice itself says all there is: continue, critico, a compaction without a hint. One line.
  std::string text;
  bool compacts = false;   ///< the decision is to compact
  bool phase_end = false;  ///< and that is so because a phase has just ended
};

/// Puts a decision into such a line.
NoticeAdvice notice_advice(const Facts& facts, const Decision& decision, config::Language language);

}  // namespace context_rot::advice
