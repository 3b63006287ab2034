#pragma once
// What the session says is done, under way and still to do: to-do lists, tasks, commits.

#include <string>
#include <vector>

#include "transcript/tool_use.h"

namespace context_rot::session {

/// The state of the work, a line each.
struct Progress {
  std::vector<std::string> done;  ///< completed tasks in their order, then commits
  std::vector<std::string> in_progress;
  std::vector<std::string> pending;
  std::vector<std::string> plan;  ///< first lines of the last plan that was put forward
};

/// From the last TodoWrite list, or TaskCreate and TaskUpdate calls, whichever came last; from
/// `git commit` commands that succeeded (their message's first line, with the short hash that git
/// printed); from the last ExitPlanMode that was
/// approved. Each text is one line without secrets (quote.h). Linear.
Progress progress_of(const std::vector<transcript::ToolUse>& uses);

}  // namespace context_rot::session
