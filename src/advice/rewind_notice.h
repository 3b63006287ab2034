#pragma once
// The suggestion to go back, at the moment in which it becomes due.

#include <optional>
#include <string>

#include "advice/facts.h"
#include "correction/detector.h"
#include "host/config.h"

namespace context_rot::advice {

/// The third failed attempt at one thing, where it fell into the turn that has just ended: so that
/// it is said once, at the next prompt, without keeping any state. Needs a conversation read with
/// Detail::content; its end is enough.
std::optional<Attempts> newly_failed(const transcript::Conversation& conversation);

/// The second correction of one thing: `prompt`, not yet in the conversation, and the prompt before
/// it are both above the detector's note limit and have words in common, and the one before those
/// two is not so.
std::optional<Attempts> newly_corrected(const transcript::Conversation& conversation,
                                        std::string_view prompt,
                                        const correction::Detector& detector);

/// For the user, one line: what was tried how often, and which prompt to go back to. At most 500
/// bytes.
std::string rewind_notice(const Attempts& attempts, host::Language language);

}  // namespace context_rot::advice
