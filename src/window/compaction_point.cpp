#include "window/compaction_point.h"

#include <algorithm>

#include "client/models.h"

namespace context_rot::window {

namespace {

constexpr std::int64_t answer_room = 20'000;
constexpr std::int64_t reserve = 33'000;

std::optional<std::int64_t> lowest_plausible(const std::vector<std::int64_t>& seen,
                                             std::int64_t window, std::int64_t used) {
  std::optional<std::int64_t> lowest;
  int counted = 0;
  for (const std::int64_t tokens : seen) {
    // Outside of this range it was the API that refused, or a session with other settings.
    if (tokens < window * 3 / 10 || tokens > window) continue;
    if (used > tokens + window / 20) continue;
    if (!lowest || tokens < *lowest) lowest = tokens;
    if (++counted == 3) break;
  }
  return lowest;
}

}  // namespace

std::int64_t compaction_formula(std::int64_t window, std::optional<std::int64_t> percent) {
  const std::int64_t ahead = std::max<std::int64_t>(window - reserve, 0);
  if (!percent) return ahead;
  return std::min(std::max<std::int64_t>(window - answer_room, 0) * *percent / 100, ahead);
}

CompactionPoint compaction_point(std::int64_t window, std::string_view model,
                                 const client::CompactionSettings& settings,
                                 const std::vector<std::int64_t>& learned, std::int64_t used) {
  if (settings.off_by_environment) return {{}, true, PointFrom::environment};
  if (settings.enabled_by_settings == false) return {{}, true, PointFrom::settings};
  if (settings.environment_window || settings.settings_window) {
    const bool by_environment = settings.environment_window.has_value();
    const std::int64_t said =
        by_environment ? *settings.environment_window : *settings.settings_window;
    return {compaction_formula(std::min(said, window), settings.environment_percent), false,
            by_environment ? PointFrom::environment : PointFrom::settings};
  }
  const auto facts = client::model_facts(model);
  const auto by_default = facts ? facts->auto_compact : client::AutoCompact::unknown;
  // A percentage alone moves the point only for models that have one.
  if (settings.environment_percent && by_default == client::AutoCompact::yes) {
    return {compaction_formula(window, settings.environment_percent), false,
            PointFrom::environment};
  }
  if (const auto seen = lowest_plausible(learned, window, used))
    return {seen, false, PointFrom::learned};
  switch (by_default) {
    case client::AutoCompact::yes:
      return {compaction_formula(window, {}), false, PointFrom::formula};
    case client::AutoCompact::no:
      return {{}, true, PointFrom::formula};
    case client::AutoCompact::unknown:
      break;
  }
  return {};
}

std::string_view name_of(PointFrom from) {
  switch (from) {
    case PointFrom::environment:
      return "environment";
    case PointFrom::settings:
      return "settings";
    case PointFrom::learned:
      return "learned";
    case PointFrom::formula:
      return "formula";
    case PointFrom::unknown:
      break;
  }
  return "unknown";
}

}  // namespace context_rot::window
