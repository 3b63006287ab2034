#include "meter/client_point.h"

#include "host/past_compactions.h"

namespace context_rot::meter {

CompactionPoint client_point(const Reading& reading, const std::filesystem::path& project,
                             const std::filesystem::path& transcript,
                             const Environment& environment) {
  if (!reading.max) return {};
  return compaction_point(*reading.max, reading.model,
                          host::compaction_settings(project, environment),
                          host::automatic_compactions(transcript.parent_path()));
}

}  // namespace context_rot::meter
