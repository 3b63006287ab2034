#pragma once
// The compaction point of a session on this machine. Reads settings files and, for what was
// learned, the ends of the project's transcripts.

#include <filesystem>

#include "util/environment.h"
#include "window/compaction_point.h"
#include "window/reading.h"

namespace context_rot::window {

/// compaction_point() with what the environment, the settings that apply to `project` and the
/// transcripts beside `transcript` say. Unknown where the reading has no window.
CompactionPoint client_point(const Reading& reading, const std::filesystem::path& project,
                             const std::filesystem::path& transcript,
                             const Environment& environment);

}  // namespace context_rot::window
