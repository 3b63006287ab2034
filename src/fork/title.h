#pragma once
// What a fork is called.

#include <string>

#include "transcript/conversation.h"
#include "transcript/session_lines.h"

namespace context_rot::fork {

/// The session's own title (the client's last `custom-title` line, else its last `ai-title`), else
/// its first prompt, on one line and short, with " (without noise)" behind it, once.
std::string fork_title(const transcript::SessionLines& lines,
                       const transcript::Conversation& conversation);

}  // namespace context_rot::fork
