#include "window/client_point.h"

#include "client/past_compactions.h"

namespace context_rot::window {

CompactionPoint client_point(const Reading& reading, const std::filesystem::path& project,
                             const std::filesystem::path& transcript,
                             const Environment& environment) {
  if (!reading.max) return {};
  return compaction_point(*reading.max, reading.model,
                          client::compaction_settings(project, environment),
                          client::automatic_compactions(transcript.parent_path()));
}

}  // namespace context_rot::window
