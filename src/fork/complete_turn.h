#pragma once
// Where a session that is being written to can be cut.

#include <cstddef>

#include "transcript/conversation.h"

namespace context_rot::fork {

/// How many entries there are up to the end of the last complete turn: all of them, or those in
/// front of the last prompt where its turn has no final answer yet (it waits for the model, or a
/// call for its result). Needs Detail::content.
std::size_t entries_of_complete_turns(const transcript::Conversation& conversation);

}  // namespace context_rot::fork
