#pragma once
// Which project a command that is run by hand belongs to.

#include <filesystem>

#include "util/environment.h"

namespace context_rot::client {

/// Inside a session (CLAUDE_CODE_SESSION_ID, which the client gives to the commands that it runs)
/// the folder that the session belongs to, wherever a `cd` has led since: its transcript stands
/// under that folder's name. Outside, the nearest folder at or above `folder` that the toolkit is
/// installed in, else the nearest that has a .claude, else the repository's root, else `folder`
/// itself. The home, the root and folders for temporary files are no projects for what lies below
/// them. Reads the beginning of a transcript; changes nothing.
std::filesystem::path project_of(const std::filesystem::path& folder,
                                 const Environment& environment);

}  // namespace context_rot::client
