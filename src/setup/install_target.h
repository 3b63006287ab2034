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
  /// Whether the settings are shared with nobody: a user's, or a project's settings.local.json.
  bool is_private() const { return !is_project || settings.filename() == "settings.local.json"; }
  /// The folder of programs as the settings name it, where they name it by its path: a user's, and
  /// those of one checkout, which also hold in its subfolders and worktrees. Empty where they are
  /// shared, and where the path is not UTF-8, which JSON cannot name.
  std::string bin_in_settings() const;
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
