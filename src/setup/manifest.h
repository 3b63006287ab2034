#pragma once
// The list of what an installation has put on disk, so that its uninstall removes that and
// nothing else.

#include <filesystem>
#include <string>
#include <vector>

#include "setup/install_target.h"
#include "util/result.h"

namespace context_rot::setup {

enum class Kind { program, fragment, skill, config, ignore_file, link };

/// A file or link that an installation made.
struct Installed {
  std::string path;  ///< below place.root, or absolute for a link
  Kind kind = Kind::program;
  std::string mark;  ///< the content's checksum, or where a link leads
};

/// All that it made. Paths are compared as text.
struct Manifest {
  std::vector<Installed> files;
  std::vector<std::string> folders;  ///< that did not exist before, outer ones first

  /// The entry of a path, or nullptr. Good until the next change.
  const Installed* find(const std::string& path) const;
  /// Adds a file, or replaces the entry of the same path.
  void put(Installed file);
  void put_folder(const std::string& folder);
};

/// Where the list is kept: in place.memory().
std::filesystem::path manifest_file(const Place& place);

/// Empty where there is none. Fails with "PATH: reason" on one that is not understood, that names
/// what no installation puts there (path_out_of_place), or that is behind a link
/// (check_own_folders).
Result<Manifest> load_manifest(const Place& place);

/// Writes it atomically, for the user alone; a link in its place is replaced. Fails with "PATH:
/// reason".
Result<void> save_manifest(const Place& place, const Manifest& manifest);

/// Creates place.root, its data folder and place.memory() where they are missing, and an empty
/// manifest with them that knows whether place.root was. Clears away what killed runs left. Fails
/// with "PATH: reason", also where one of our folders is a link (check_own_folders).
Result<void> prepare_folders(const Place& place);

}  // namespace context_rot::setup
