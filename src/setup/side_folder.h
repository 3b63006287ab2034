#pragma once
// Folders that appear whole and vanish whole: made or emptied beside their place under
// another name, and renamed.

#include <filesystem>

#include "util/result.h"

namespace context_rot::setup {

/// The name beside `folder` under which this process makes or removes it.
std::filesystem::path side_folder(const std::filesystem::path& folder);

/// Removes the side folders of `folder` that killed processes have left. The caller holds
/// the lock of the place.
void remove_stale_side_folders(const std::filesystem::path& folder);

/// Takes a folder away with one rename and then removes it with everything in it. A symbolic
/// link is removed, not followed. Fails with "PATH: reason", with nothing done where it cannot be
/// renamed, else with the rest under side_folder().
Result<void> remove_whole(const std::filesystem::path& folder);

}  // namespace context_rot::setup
