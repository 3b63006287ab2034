#include "advice/attempts.h"

#include <algorithm>
#include <set>

#include "advice/words.h"
#include "session/effects.h"

namespace context_rot::advice {

using session::Episode;
using session::Outcome;
using transcript::Action;
using transcript::ToolUse;
using transcript::Turn;

namespace {

/// Whether every turn from the first failure on has one, so that none was about something else.
bool fails_in_each_turn(const Episode& episode, const std::vector<Turn>& turns,
                        const std::vector<ToolUse>& uses) {
  std::size_t next = episode.turn;
  for (const std::size_t failure : episode.failures) {
    const std::size_t turn = turn_at(turns, uses[failure].use_entry);
    if (turn > next) return false;
    if (turn == next) ++next;
  }
  return next == turns.size();
}

/// Whether something came of the work since: it was put away, or went on behind the last failure.
bool came_to_something(const Episode& episode, const std::vector<ToolUse>& uses) {
  for (std::size_t i = episode.failures.front() + 1; i < uses.size(); ++i) {
    if (puts_work_away(uses[i])) return true;
    const bool works = uses[i].action == Action::run || uses[i].action == Action::change;
    if (i > episode.failures.back() && works && uses[i].succeeded()) return true;
  }
  return false;
}

}  // namespace

const Episode* failing_run(const std::vector<Turn>& turns, const std::vector<ToolUse>& uses,
                           const std::vector<Episode>& episodes) {
  for (auto episode = episodes.rbegin(); episode != episodes.rend(); ++episode) {
    const bool failing = episode->outcome != Outcome::resolved &&
                         episode->failures.size() >= several_attempts &&
                         turns[episode->turn].opened;
    if (failing && fails_in_each_turn(*episode, turns, uses) &&
        !came_to_something(*episode, uses)) {
      return &*episode;
    }
  }
  return nullptr;
}

bool speak_of_the_same(std::string_view a, std::string_view b) {
  const auto first = telling_words(a);
  const auto second = telling_words(b);
  const std::set<std::string> left(first.begin(), first.end());
  const std::set<std::string> right(second.begin(), second.end());
  const auto shared = static_cast<std::size_t>(std::count_if(
      left.begin(), left.end(), [&](const auto& word) { return right.contains(word); }));
  return shared > 0 && shared >= std::min<std::size_t>({2, left.size(), right.size()});
}

bool puts_work_away(const ToolUse& use) {
  return use.action == Action::run && use.succeeded() && session::hands_in(use.command);
}

}  // namespace context_rot::advice
