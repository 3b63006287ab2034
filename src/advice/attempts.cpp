#include "advice/attempts.h"

#include <algorithm>
#include <array>
#include <set>

#include "advice/words.h"

namespace context_rot::advice {

using transcript::Action;
using session::Episode;
using session::Outcome;
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
  if (use.action != Action::run || !use.succeeded()) return false;
  static constexpr std::array<std::array<std::string_view, 3>, 7> commands{{
      {"git", "commit", ""},
      {"git", "push", ""},
      {"git", "merge", ""},
      {"gh", "pr", "create"},
      {"gh", "pr", "merge"},
      {"glab", "mr", "create"},
      {"glab", "mr", "merge"},
  }};
  const std::string_view text = std::string_view(use.command).substr(0, 4096);
  if (text.find("--dry-run") != std::string_view::npos) return false;
  // The words of each simple command, options of the program in front of its verb left out.
  std::vector<std::string_view> words;
  const auto is_one = [&] {
    return std::any_of(commands.begin(), commands.end(), [&](const auto& command) {
      const std::size_t size = command[2].empty() ? 2 : 3;
      return words.size() >= size &&
             std::equal(command.begin(), command.begin() + size, words.begin());
    });
  };
  bool of_option = false;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t end = std::min(text.find_first_of(" \t\n;&|()", at), text.size());
    const std::string_view word = text.substr(at, end - at);
    const bool is_option = word.starts_with('-');
    const bool is_setting = words.empty() && word.find('=') != std::string_view::npos;
    if (!word.empty() && !is_option && !is_setting && !of_option) words.push_back(word);
    if (!word.empty()) of_option = word == "-C" || word == "-c";
    if (is_one()) return true;
    if (end < text.size() && text[end] != ' ' && text[end] != '\t') {
      words.clear();
      of_option = false;
    }
    at = end + 1;
  }
  return false;
}

}  // namespace context_rot::advice
