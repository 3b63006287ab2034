#pragma once
// Where an installation goes: one project, or every project of a user.

#include <filesystem>
#include <string>

#include "util/environment.h"
#include "util/result.h"

namespace context_rot::setup {

/// The paths of one installation.
struct Place {
  std::filesystem::path project;   ///< as it was given; empty for a user's place
  std::filesystem::path root;      ///< <project>/.claude, or the client's folder
  std::filesystem::path settings;  ///< the settings file to write
  std::filesystem::path lock;      ///< the folder to lock
  bool is_project = true;

  /// What we own there: everything, and the programs.
  std::filesystem::path data() const { return root / "context-rot"; }
  std::filesystem::path bin() const { return data() / "bin"; }
  /// What uninstall needs to know.
  std::filesystem::path memory() const { return data() / "install"; }
  /// The folder of programs as settings for every project name it; empty for a project's.
  std::string bin_in_settings() const { return is_project ? std::string() : bin().string(); }
};

/// Absolute, without "." and "..", and without a slash at the end. Follows no link.
std::filesystem::path tidy(const std::filesystem::path& path);

/// The place in a project; `local` is settings.local.json instead of settings.json. The path
/// is kept as it was given, to be shown. Fails where the folder does not exist and where its
/// .claude is the client's own folder, whose settings hold for every project.
Result<Place> project_place(const std::filesystem::path& project, bool local,
                            const Environment& environment);

/// The place for every project: $CLAUDE_CONFIG_DIR or ~/.claude, absolute. Fails where
/// neither variable is set, and on a path that is not UTF-8, because settings.json can not
/// name it.
Result<Place> user_place(const Environment& environment);

}  // namespace context_rot::setup
