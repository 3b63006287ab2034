#pragma once
// The sessions' transcripts, as the client keeps them: <client folder>/projects/<slug>/<id>.jsonl.

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "util/environment.h"

namespace context_rot::client {

/// Whether a text may stand as a session id in a file name: 1 to 128 of [A-Za-z0-9_-].
bool is_session_id(std::string_view text);

/// The folders that the client keeps transcripts in, one a project: <client folder>/projects/*. In
/// no order; none where there are none.
std::vector<std::filesystem::path> transcript_folders(const Environment& environment);

/// The folder at or above `folder` that is the transcript's project, by the name that the client
/// gave the transcript's folder. Nothing where the project lies elsewhere.
std::optional<std::filesystem::path> project_above(const std::filesystem::path& folder,
                                                   const std::filesystem::path& transcript);

/// The transcripts of one session, named by its id or, as our tables print it, by at least the
/// first eight characters of it. The one of `folder`, or of the nearest folder above it, stands
/// first; the others follow, the newest first: a session that was moved into a worktree has two.
/// None where there is none, or where a beginning fits several sessions.
std::vector<std::filesystem::path> transcripts_of(std::string_view id,
                                                  const std::filesystem::path& folder,
                                                  const Environment& environment);

/// The first of transcripts_of().
std::optional<std::filesystem::path> find_transcript(std::string_view id,
                                                     const std::filesystem::path& folder,
                                                     const Environment& environment);

/// The transcripts of sessions, and of no subagents, in a folder of the client's: the newest first,
/// at most `most`. Empty files, which older clients leave for each --resume, do not count.
std::vector<std::filesystem::path> newest_transcripts(const std::filesystem::path& folder,
                                                      std::size_t most);

/// The transcript of the newest session of a project, by its folder. Nothing where it has none.
std::optional<std::filesystem::path> newest_transcript(const std::filesystem::path& project,
                                                       const Environment& environment);

}  // namespace context_rot::client
