#pragma once
// Work that was taken back goes as a whole. Internal to fork.

#include "fork/planner.h"

namespace context_rot::fork {

/// Takes the answers, calls and results of an `abandoned` finding out; one line stays for them in
/// the place of the first answer. A call stays where its result does, and the other way round;
/// results that stay become stubs.
void leave_out_abandoned(Planner& planner, const findings::Finding& finding, std::size_t index);

}  // namespace context_rot::fork
