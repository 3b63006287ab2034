#pragma once
// What the session says is done, under way and still to do: to-do lists, tasks, commits.

#include <vector>

#include "session/from_entry.h"
#include "transcript/tool_use.h"

namespace context_rot::session {

/// The state of the work, a line each.
struct Progress {
  std::vector<FromEntry> done;     ///< completed tasks in their order
  std::vector<FromEntry> commits;  ///< in their order
  std::vector<FromEntry> in_progress;
  std::vector<FromEntry> pending;
  std::vector<FromEntry> plan;  ///< first lines of the last plan that was put forward
};

/// From the last TodoWrite list, or TaskCreate and TaskUpdate calls, whichever came last; from
/// `git commit` commands that succeeded (commit.h); from the last ExitPlanMode that was
/// approved. Each text is one line without secrets (excerpt.h). Linear.
Progress progress_of(const std::vector<transcript::ToolUse>& uses);

}  // namespace context_rot::session
