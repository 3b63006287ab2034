#pragma once
// What the settings files of other scopes mean for the one that is written.

#include <string>
#include <vector>

#include "setup/install_target.h"
#include "util/environment.h"

namespace context_rot::setup {

/// What they mean for the user.
struct OtherSettings {
  /// The command of the foreign status line that ours would hide; empty: there is none.
  std::string hidden_status_line;
  /// What the user should know: a status line that hides ours, hooks that are switched off or
  /// forbidden by managed settings, an installation in another scope.
  std::vector<std::string> notices;
};

/// What a person who works in worktrees or subfolders needs to know of settings that are shared;
/// empty outside of a git repository, and where the settings name the programs by their path.
std::string worktree_note(const Place& place);

/// Looks at the settings that stand beside place.settings: the user's below a project's, the
/// local and the managed ones above. Files that are missing or not JSON say nothing.
OtherSettings other_settings(const Place& place, const Environment& environment);

}  // namespace context_rot::setup
