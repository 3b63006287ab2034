#pragma once
// Installing into and uninstalling from one settings file, on disk.

#include "setup/install_target.h"
#include "setup/report.h"
#include "setup/settings_merge.h"

namespace context_rot::setup {

/// What install_settings would do, without doing it: exit code 2 with "PATH:LINE:COL: reason"
/// where the file can not be merged, 1 where it can not be read or may not be written. With
/// `show_diff` the lines are a unified diff of the file, else what would be done.
Report check_settings(const Place& place, const setup::SettingsRequest& request, bool show_diff);

/// Merges the request into place.settings. Before the first change the file is copied into
/// place.memory(), which must exist. A change that another program makes meanwhile is kept:
/// the merge is done again on top of it. The caller holds the lock of the place.
Report install_settings(const Place& place, const setup::SettingsRequest& request);

/// Takes everything of ours out of place.settings: gives back the very bytes from before the
/// installation if nobody changed the file since, else removes only what is ours and keeps a
/// copy of the file as it was found. Forgets what was remembered of the file.
Report uninstall_settings(const Place& place);

/// What uninstall_settings would do, as a unified diff.
Report check_uninstall(const Place& place);

}  // namespace context_rot::setup
