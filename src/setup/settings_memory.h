#pragma once
// What an installation remembers of a settings file, so that its uninstall can give it back.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "setup/settings_merge.h"
#include "util/replace_file.h"
#include "util/result.h"

namespace context_rot::setup {

/// One settings file, before and after. Owns the contents.
struct SettingsRecord {
  FileContent before;              ///< the file without anything of ours
  std::vector<std::string> after;  ///< what was left in its place, the newest first

  /// Whether a file is just as an install left it.
  bool left(const FileContent& content) const;
  /// For strip_settings.
  setup::SettingsMemory memory() const;
};

/// <folder>/<name of the settings file>.record
std::filesystem::path record_file(const std::filesystem::path& folder,
                                  const std::filesystem::path& settings);

/// Nothing where there is none. Fails with "PATH: reason" on one that is not understood.
Result<std::optional<SettingsRecord>> load_record(const std::filesystem::path& file);

/// Writes it atomically, readable by the user alone: settings may hold secrets.
Result<void> save_record(const std::filesystem::path& file, const SettingsRecord& record);

/// Copies of a settings file carry its name, this and the time of the copy.
inline constexpr const char* backup_mark = ".context-rot-backup-";

/// Keeps `bytes` as <folder>/<name>.context-rot-backup-YYYYMMDD-HHMMSS (local time) and returns
/// that path. Never writes over an earlier one.
Result<std::filesystem::path> save_backup(const std::filesystem::path& folder,
                                          const std::filesystem::path& settings,
                                          const std::string& bytes);

/// The copies of one settings file, in no order.
std::vector<std::filesystem::path> backups_of(const std::filesystem::path& folder,
                                              const std::filesystem::path& settings);

}  // namespace context_rot::setup
