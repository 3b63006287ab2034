#include "session/episode.h"

#include <string_view>
#include <unordered_map>

namespace context_rot::session {

namespace {

/// So many prompts behind the last failure without another attempt: it was left.
constexpr std::size_t prompts_to_give_up = 2;

}  // namespace

std::vector<Episode> episodes_of(const std::vector<transcript::ToolUse>& uses,
                                 const std::vector<transcript::Turn>& turns) {
  std::vector<Episode> out;
  std::unordered_map<std::string_view, std::size_t> open;  // key -> episode
  for (std::size_t i = 0; i < uses.size(); ++i) {
    const transcript::ToolUse& use = uses[i];
    if (use.failed()) {
      const auto [place, is_new] = open.try_emplace(use.key, out.size());
      if (is_new) {
        Episode episode;
        episode.key = use.key;
        episode.target = use.target;
        episode.action = use.action;
        episode.turn = transcript::turn_at(turns, use.use_entry);
        out.push_back(std::move(episode));
      }
      out[place->second].failures.push_back(i);
    } else if (use.succeeded()) {
      const auto place = open.find(use.key);
      if (place == open.end()) continue;
      out[place->second].resolution = i;
      out[place->second].outcome = Outcome::resolved;
      open.erase(place);
    }
  }
  for (const auto& [key, index] : open) {
    Episode& episode = out[index];
    const std::size_t last = transcript::turn_at(turns, uses[episode.failures.back()].use_entry);
    if (turns.size() - 1 - last >= prompts_to_give_up) episode.outcome = Outcome::given_up;
  }
  return out;
}

bool is_debugging(const Episode& episode) {
  return episode.failures.size() >= 2;
}

}  // namespace context_rot::session
