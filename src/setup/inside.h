#pragma once
// What a list of installed files may name. A project's list lies in the project and may have come
// with it from others: nothing outside of the installation is removed because a list says so.

#include <filesystem>
#include <optional>
#include <string>

#include "setup/install_target.h"
#include "setup/manifest.h"
#include "util/result.h"

namespace context_rot::setup {

/// The first path in the list that no installation puts there, as text for a person; nothing where
/// all are as install_files makes them: programs, fragments, skills, the configuration and the
/// ignore file each in their own place below the root and without ".."; links that bear a
/// command's name and lead to that command in a context-rot/bin; folders of these. Looks at the
/// texts alone.
std::optional<std::string> path_out_of_place(const Manifest& manifest);

/// Whether a folder below the root is one that an installation makes.
bool is_folder_of_ours(const std::string& folder);

/// Whether `path` is `folder` or below it, by their texts.
bool is_within(const std::filesystem::path& folder, const std::filesystem::path& path);

/// Whether a folder on the way from the place's root to `path` below it is a symbolic link, so that
/// what `path` names may be anywhere. Always false for a user's place: links there are the user's
/// own. The root itself may be one.
bool is_behind_a_link(const Place& place, const std::string& path);

/// Fails with "PATH: is a link; what it leads to is left alone" where one of our folders in a
/// project is a symbolic link.
Result<void> check_own_folders(const Place& place);

/// Whether a link's target is a command of this installation, or of one that is gone.
bool leads_to_commands_of(const Place& place, const std::string& target);

}  // namespace context_rot::setup
