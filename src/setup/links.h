#pragma once
// Links to the commands in a folder on the user's PATH.

#include <filesystem>
#include <string>
#include <vector>

#include "setup/manifest.h"
#include "setup/payload.h"
#include "setup/report.h"

namespace context_rot::setup {

/// Enters a link in `folder` for every command of the pieces in the manifest, and the folders
/// that will be made for them.
void plan_links(const Place& place, const std::filesystem::path& folder,
                const std::vector<Piece>& pieces, Manifest& manifest);

/// Makes the links into `folder` that the manifest has, and takes those out of it that could
/// not be made. A file or a link of another kind that bears such a name stays, with a note; a
/// link to an installation of the toolkit that is gone is renewed.
void make_links(const std::filesystem::path& folder, Manifest& manifest, Report& report);

/// Removes a link if it still leads to `target`.
void remove_link(const std::filesystem::path& link, const std::string& target);

}  // namespace context_rot::setup
