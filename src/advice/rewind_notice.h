#pragma once
// The suggestion to go back, at the moment in which it becomes due.

#include <optional>
#include <string>

#include "advice/facts.h"
#include "config/config.h"
#include "correction/detector.h"

namespace context_rot::advice {

/// What the turn that has just ended tells of attempts that fail.
struct Failing {
  /// The third failed attempt at one thing, where it fell into this turn: so that it is said once,
  /// at the next prompt, without keeping any state.
  std::optional<Attempts> due;
  /// The last attempt at something failed in it, and there are less than three in sight: where
  /// earlier turns were not read, there may be more of them.
  bool goes_on = false;
};

/// Needs a conversation read with Detail::content; its end is enough, see knows_attempts().
Failing newly_failed(const transcript::Conversation& conversation);

/// Whether `prompt`, not yet in the conversation, corrects the last answer and speaks of the same
/// as the prompt before it (attempts.h): then it may be the second correction of one thing. The
/// last turn is enough.
bool may_correct_again(const transcript::Conversation& conversation, std::string_view prompt,
                       const correction::Detector& detector);

/// Whether a conversation read from its end reaches back as far as these look: four turns, or to
/// where it begins.
bool knows_attempts(const transcript::Conversation& conversation);

/// The second correction of one thing: `prompt`, not yet in the conversation, and the prompt before
/// it are both corrections above the detector's note limit and speak of the same, the one before
/// those two is not so, and nothing was put away since.
std::optional<Attempts> newly_corrected(const transcript::Conversation& conversation,
                                        std::string_view prompt,
                                        const correction::Detector& detector);

/// For the user, one line: what was tried how often, and which prompt to go back to. At most 500
/// bytes.
std::string rewind_notice(const Attempts& attempts, config::Language language);

}  // namespace context_rot::advice
