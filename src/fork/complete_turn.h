#pragma once
// Where a session that is being written to can be cut.

#include <cstddef>

#include "transcript/conversation.h"

namespace context_rot::fork {

/// How many entries there are up to the end of the last complete turn: all of them, or those in
/// front of what follows the last final answer where that has none yet (a prompt or a notification
/// that waits for the model, a call for its result). Needs Detail::content.
std::size_t entries_of_complete_turns(const transcript::Conversation& conversation);

}  // namespace context_rot::fork
