#pragma once
// Whether now is the time to compact.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace context_rot::advice {

enum class Event : std::uint8_t {
  feature_complete,
  decision_changed,
  debugging_resolved,
  context_switch,
};
/// "feature-complete", "decision-changed", "debugging-resolved", "context-switch".
std::string_view name_of(Event event);
std::optional<Event> event_of(std::string_view name);

/// Each is reached, not passed; 0 switches it off.
struct ScheduleLimits {
  std::int64_t messages = 80;
  std::int64_t minutes = 120;
  std::int64_t score = 40;
  std::int64_t tokens = 80000;
};

/// What the decision goes by.
struct Situation {
  std::int64_t messages = 0;
  std::int64_t minutes = 0;  ///< since the session began or was last compacted
  std::int64_t score = 0;
  std::int64_t tokens = 0;
  std::vector<Event> events;
};

/// The decision, with every reason for it.
struct Schedule {
  bool compact_now = false;
  std::vector<std::string> reasons;  ///< "80 messages (limit 80)", "feature complete"
};

/// Compact where any limit is reached or any event has happened. All reasons are given.
Schedule schedule(const Situation& situation, const ScheduleLimits& limits);

}  // namespace context_rot::advice
