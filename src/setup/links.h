#pragma once
// Links to the commands in a folder on the user's PATH.

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "setup/manifest.h"
#include "setup/payload.h"
#include "setup/report.h"

namespace context_rot::setup {

/// Enters a link in `folder`, which is absolute, for every command of the pieces in the manifest,
/// and the folders that will be made for them. Returns the paths of the links.
std::set<std::string> plan_links(const Place& place, const std::filesystem::path& folder,
                                 const std::vector<Piece>& pieces, Manifest& manifest);

/// Makes the links `planned` into `folder`, and takes those out of the manifest that could not be
/// made. A file or a link of another kind that bears such a name stays, with a note; a link to an
/// installation of the toolkit that is gone is renewed.
void make_links(const std::filesystem::path& folder, const std::set<std::string>& planned,
                Manifest& manifest, Report& report);

/// Removes a link if it still leads where it led, and that is a command of this installation or of
/// one that is gone. Returns whether it did.
bool remove_link(const Place& place, const Installed& link);

}  // namespace context_rot::setup
