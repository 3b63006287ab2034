#pragma once
// Commits that a command made.

#include <string>
#include <vector>

#include "transcript/tool_use.h"

namespace context_rot::session {

/// "4f1c2aa: add the timer" of each commit that a call of the shell made: from the "[main 4f1c2aa]
/// add the timer" that git printed, and where it printed none (`-q`), the first line of the message
/// in the command (`-m`, `--message`, `-F -` and `$(cat` with a here-document), with the hash of a
/// "git log --oneline" behind it where that shows the same subject. Empty for a call that failed
/// or made none. Each is one line without secrets (excerpt.h). Linear.
std::vector<std::string> commits_of(const transcript::ToolUse& use);

}  // namespace context_rot::session
