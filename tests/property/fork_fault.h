#pragma once
// What a fork must be, whatever its original was: for random sessions and for fuzzed ones.

#include <string>

#include "fork/fork_session.h"
#include "transcript/conversation.h"

namespace context_rot::test {

/// What is wrong with a fork that was written; empty where all is well. `original` is the session
/// it was made from, as it is read now. With `keeps_thinking` its thinking is not looked at.
std::string fault_of(const fork::Fork& made, const transcript::Conversation& original,
                     bool keeps_thinking = false);

}  // namespace context_rot::test
