#pragma once
// Gathers what the doctor judges: looks at the disk and runs the installed programs.

#include "setup/doctor.h"
#include "setup/install_target.h"
#include "util/environment.h"
#include "util/result.h"

namespace context_rot::setup {

/// Examines the installation at a place. The programs run with sample input of the client, a
/// data folder of their own that is removed again, and a limit of 5 seconds each. Fails where
/// nothing is installed there.
Result<Examination> examine(const Place& place, const Environment& environment);

}  // namespace context_rot::setup
