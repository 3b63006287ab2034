#pragma once
// Where Claude Code keeps its files and where the toolkit keeps its own.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "util/environment.h"

namespace context_rot::client {

/// The client's name for a folder: every character outside [A-Za-z0-9] becomes "-". A
/// character is a UTF-16 unit there, so one beyond U+FFFF counts twice. Never to be decoded.
std::string project_slug(std::string_view folder);

/// $CLAUDE_CONFIG_DIR, else $HOME/.claude; nothing where neither variable is set.
std::optional<std::filesystem::path> client_folder(const Environment& environment);

/// Where the toolkit keeps the state of a project: $CONTEXT_ROT_HOME, else
/// <project>/.claude/context-rot where that is a folder and no link, else
/// <client folder>/context-rot/projects/<slug>. Nothing where none can be told. Creates nothing.
std::optional<std::filesystem::path> data_folder(const std::filesystem::path& project,
                                                 const Environment& environment);

/// Where the numbers of a session's status line are kept; `session_id` must be one.
std::filesystem::path snapshot_file(const std::filesystem::path& data, std::string_view session_id);

}  // namespace context_rot::client
