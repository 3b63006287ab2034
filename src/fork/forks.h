#pragma once
// The forks that were made: found by their first line, taken away again.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "fork/header.h"
#include "util/result.h"

namespace context_rot::fork {

/// A fork that lies among the transcripts.
struct KnownFork {
  std::filesystem::path file;
  Header header;
  bool continued = false;  ///< something was written behind what the fork was made of
};

/// The forks among the transcripts of the folders, the newest first. Files that cannot be read, and
/// those whose name is not the session that their first line names, are left out.
std::vector<KnownFork> forks_in(const std::vector<std::filesystem::path>& folders);

/// The fork whose session id is `id` or begins with it (four characters or more). Fails where there
/// is none, or several.
Result<KnownFork> find_fork(const std::vector<KnownFork>& forks, std::string_view id);

/// Removes the fork's file. Refuses one that was continued since, unless `force`.
Result<void> remove_fork(const KnownFork& fork, bool force);

}  // namespace context_rot::fork
