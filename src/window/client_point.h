#pragma once
// What this machine tells of a session's window: its compaction point, and the size that the client
// showed for its model. Reads settings files, snapshots and, for what was learned, the ends of the
// project's transcripts.

#include <filesystem>
#include <vector>

#include "util/environment.h"
#include "window/compaction_point.h"
#include "window/reading.h"

namespace context_rot::window {

/// compaction_point() with what the environment, the settings that apply to `project` and the
/// transcripts beside `transcript` say. Unknown where the reading has no window.
CompactionPoint client_point(const Reading& reading, const std::filesystem::path& project,
                             const std::filesystem::path& transcript,
                             const Environment& environment);

/// The window that the client showed for the model of `use` in another session, in the first of
/// `folders` (data folders) that knows; nothing, and nothing is read, for a model that the table
/// of models or its own name tells of.
std::optional<std::int64_t> window_shown_before(const ContextUse& use,
                                                const std::vector<std::filesystem::path>& folders);

}  // namespace context_rot::window
