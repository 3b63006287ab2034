#pragma once
// What Claude Code's settings and environment say about automatic compaction.

#include <cstdint>
#include <filesystem>
#include <optional>

#include "util/environment.h"

namespace context_rot::client {

/// Tokens and percent as set; absent where nobody has set it.
struct CompactionSettings {
  bool off_by_environment = false;                  ///< DISABLE_AUTO_COMPACT, DISABLE_COMPACT
  std::optional<std::int64_t> environment_window;   ///< CLAUDE_CODE_AUTO_COMPACT_WINDOW
  std::optional<std::int64_t> environment_percent;  ///< CLAUDE_AUTOCOMPACT_PCT_OVERRIDE, 1 to 100
  std::optional<bool> enabled_by_settings;          ///< autoCompactEnabled
  std::optional<std::int64_t> settings_window;      ///< autoCompactWindow
};

/// Reads the environment and the settings files that apply to `project`: managed (managed.h),
/// local, project, user; the first that sets a key wins. A missing or broken file sets nothing, as
/// in the client. The `env` block of the settings stands behind the process environment.
CompactionSettings compaction_settings(const std::filesystem::path& project,
                                       const Environment& environment);

}  // namespace context_rot::client
