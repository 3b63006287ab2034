#include "advice/schedule.h"

#include <algorithm>
#include <array>

namespace context_rot::advice {

namespace {

constexpr std::array<std::string_view, 4> names{"feature-complete", "decision-changed",
                                                "debugging-resolved", "context-switch"};

}  // namespace

std::string_view name_of(Event event) {
  return names[static_cast<std::size_t>(event)];
}

std::optional<Event> event_of(std::string_view name) {
  const auto place = std::find(names.begin(), names.end(), name);
  if (place == names.end()) return std::nullopt;
  return static_cast<Event>(place - names.begin());
}

Schedule schedule(const Situation& situation, const ScheduleLimits& limits) {
  Schedule out;
  const auto check = [&](std::int64_t value, std::int64_t limit, const char* before,
                         const char* behind) {
    if (limit <= 0 || value < limit) return;
    out.reasons.push_back(before + std::to_string(value) + behind + " (limit " +
                          std::to_string(limit) + ")");
  };
  check(situation.messages, limits.messages, "", " messages");
  check(situation.minutes, limits.minutes, "", " minutes");
  check(situation.score, limits.score, "score ", "");
  check(situation.tokens, limits.tokens, "", " tokens");
  for (const Event event : situation.events) {
    std::string reason(name_of(event));
    std::replace(reason.begin(), reason.end(), '-', ' ');
    out.reasons.push_back(std::move(reason));
  }
  out.compact_now = !out.reasons.empty();
  return out;
}

}  // namespace context_rot::advice
