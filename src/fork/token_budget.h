#pragma once
// Fitting into a number of tokens. Internal to fork; the rules are those of plan_fork().

#include "fork/planner.h"

namespace context_rot::fork {

/// Adds edits until planner.left() is at most `most` or nothing is left that may be changed.
void make_room(Planner& planner, std::int64_t most);

}  // namespace context_rot::fork
