#pragma once
// Where Claude Code keeps its files and where the toolkit keeps its own.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// For commands run by hand: the nearest folder at or above `folder` that the toolkit is
/// installed in, else the nearest that has a .claude, else `folder` itself. The client's own
/// folder makes no project of the home.
std::filesystem::path project_of(const std::filesystem::path& folder,
                                 const Environment& environment);

/// Whether a text may stand as a session id in a file name: 1 to 128 of [A-Za-z0-9_-].
bool is_session_id(std::string_view text);

/// The folders that the client keeps transcripts in, one a project: <client folder>/projects/*. In
/// no order; none where there are none.
std::vector<std::filesystem::path> transcript_folders(const Environment& environment);

/// The transcript of a session of any project: <client folder>/projects/*/<id>.jsonl.
/// Nothing if there is none or the id is none.
std::optional<std::filesystem::path> find_transcript(std::string_view session_id,
                                                     const Environment& environment);

/// Where the numbers of a session's status line are kept; `session_id` must be one.
std::filesystem::path snapshot_file(const std::filesystem::path& data, std::string_view session_id);

}  // namespace context_rot::client
