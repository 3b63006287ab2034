#pragma once
// Putting the files of an installation on disk and taking them off again.

#include "setup/install_target.h"
#include "setup/payload.h"
#include "setup/report.h"

namespace context_rot::setup {

/// What install_files would do.
Report check_files(const Place& place, const FilesRequest& request);

/// Installs or upgrades. Everything is first written beside the old programs and then renamed
/// over them one by one: at every moment each program is there, whole, and a full disk
/// changes nothing. Skills and a config.yaml that are not ours, or that were changed since we
/// wrote them, stay. What an older version had installed and this one has not is removed.
/// prepare_folders() must have run; the caller holds the lock of the place.
Report install_files(const Place& place, const FilesRequest& request);

/// What uninstall_files would remove.
Report check_uninstall_files(const Place& place);

/// Removes what install_files and the settings step have left, except what was changed since
/// and what the programs have recorded; with `purge` the whole data folder. Folders that the
/// installation made go if they are empty.
Report uninstall_files(const Place& place, bool purge);

}  // namespace context_rot::setup
