#pragma once
// Stage 1: whether a prompt is worth a closer look.

#include "correction/reading.h"

namespace context_rot::correction {

/// False where nothing in the prompt says or hints that something is wrong: no cue of a
/// correction or a failure, no negation, no contrast, no pasted output. Most prompts end here.
/// Machine-made prompts are the caller's to sort out (machine_made.h).
bool may_be_rejection(const Reading& prompt);

}  // namespace context_rot::correction
