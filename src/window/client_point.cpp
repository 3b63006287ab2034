#include "window/client_point.h"

#include "client/models.h"
#include "client/past_compactions.h"
#include "client/snapshot.h"

namespace context_rot::window {

CompactionPoint client_point(const Reading& reading, const std::filesystem::path& project,
                             const std::filesystem::path& transcript,
                             const Environment& environment) {
  if (!reading.max) return {};
  std::vector<std::int64_t> learned;
  for (const auto& past : client::automatic_compactions(transcript.parent_path())) {
    if (client::same_model(past.model, reading.model)) learned.push_back(past.tokens);
  }
  return compaction_point(*reading.max, reading.model,
                          client::compaction_settings(project, environment), learned,
                          reading.used.value_or(0));
}

std::optional<std::int64_t> window_shown_before(const ContextUse& use,
                                                const std::vector<std::filesystem::path>& folders) {
  if (client::model_facts(use.model) || client::asks_for_long_window(use.model))
    return std::nullopt;
  for (const auto& data : folders) {
    if (const auto shown = client::window_shown_for(use.model, data)) return shown;
  }
  return std::nullopt;
}

}  // namespace context_rot::window
