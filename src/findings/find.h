#pragma once
// The kinds of findings, one file each: kinds.inc says what they look for and what they leave
// alone.

#include "findings/finding_set.h"
#include "session/session_view.h"

namespace context_rot::findings {

#define KIND(name, ...) void find_##name(const session::SessionView& view, Claims& claims);
#include "findings/kinds.inc"
#undef KIND

}  // namespace context_rot::findings
