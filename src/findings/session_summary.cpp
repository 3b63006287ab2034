#include "findings/session_summary.h"

#include <algorithm>
#include <set>

#include "session/open_work.h"
#include "session/request.h"
#include "session/standing_rule.h"
#include "util/ascii.h"
#include "util/excerpt.h"

namespace context_rot::findings {

namespace {

constexpr std::size_t prompt_bytes = 240;
constexpr std::size_t sentence_bytes = 300;
constexpr std::size_t most_prompts = 5;
constexpr std::size_t most_constraints = 12;
constexpr std::size_t most_open = 12;

void gather_prompts(const session::SessionView& view, std::size_t since, SessionState& out) {
  for (std::size_t i = 0; i < view.turns.size(); ++i) {
    const transcript::Turn& turn = view.turns[i];
    if (!turn.opened) continue;
    std::string prompt = excerpt(view.typed.at(turn.prompt).text, prompt_bytes);
    if (prompt.empty()) continue;
    if (i >= since && out.first_prompt.text.empty()) out.first_prompt = {prompt, turn.prompt};
    out.latest_prompts.push_back({std::move(prompt), turn.prompt});
  }
  const std::size_t excess =
      out.latest_prompts.size() - std::min(out.latest_prompts.size(), most_prompts);
  out.latest_prompts.erase(out.latest_prompts.begin(),
                           out.latest_prompts.begin() + static_cast<std::ptrdiff_t>(excess));
}

void gather_decisions(const session::SessionView& view, SessionState& out) {
  for (const session::Decision& decision : view.decisions) {
    const std::string text = decision.asked && !decision.topic.empty()
                                 ? excerpt(decision.topic + ": " + decision.choice, sentence_bytes)
                                 : excerpt(decision.sentence, sentence_bytes);
    out.decisions.push_back(
        {text, decision.state == session::DecisionState::active, decision.time, decision.entry});
  }
}

void gather_dead_ends(const session::SessionView& view, const std::vector<Finding>& findings,
                      SessionState& out) {
  for (const Finding& finding : findings) {
    if (finding.kind == Kind::corrected) {
      out.corrections.push_back(
          {finding.quote, finding.right, finding.time, finding.by.value_or(0)});
    } else if (finding.kind == Kind::abandoned) {
      const std::string what =
          finding.prompt ? excerpt(view.typed.at(*finding.prompt).text, 120) : finding.quote;
      out.dead_ends.push_back(
          {what, finding.by ? excerpt(view.typed.at(*finding.by).text, 120) : finding.evidence});
    }
  }
  for (const session::Episode& episode : view.episodes) {
    const transcript::ToolUse& last = view.uses[episode.failures.back()];
    const std::string line = excerpt(transcript::telling_line(last.result), 160);
    const std::string target = episode.action == transcript::Action::run
                                   ? excerpt(episode.target, 80)
                                   : shown_path(episode.target, view.surroundings.folder);
    if (episode.outcome == session::Outcome::given_up && session::is_debugging(episode)) {
      out.dead_ends.push_back(
          {target + " (" + std::to_string(episode.failures.size()) + " attempts)", line});
    } else if (episode.outcome == session::Outcome::open) {
      out.open_errors.push_back({target, line});
    }
  }
}

void gather_files(const session::SessionView& view, SessionState& out) {
  std::set<std::string> seen;
  std::set<std::string> changed;
  for (const transcript::ToolUse& use : view.uses) {
    if (use.action == transcript::Action::change && use.succeeded()) changed.insert(use.file);
  }
  for (auto use = view.uses.rbegin(); use != view.uses.rend(); ++use) {
    const bool counts =
        (use->action == transcript::Action::change || use->action == transcript::Action::read) &&
        use->succeeded() && !use->file.empty();
    if (!counts || !seen.insert(use->file).second) continue;
    const auto presence = view.surroundings.files != nullptr
                              ? view.surroundings.files->look(use->file).presence
                              : session::Presence::unknown;
    const bool gone = presence == session::Presence::missing;
    out.files_seen = out.files_seen && presence != session::Presence::unknown;
    auto& list = gone                          ? out.files_gone
                 : changed.contains(use->file) ? out.files_changed
                                               : out.files_read;
    list.push_back(shown_path(use->file, view.surroundings.folder));
  }
}

}  // namespace

SessionState state_of(const session::SessionView& view, const std::vector<Finding>& findings,
                      std::size_t since) {
  SessionState out;
  gather_prompts(view, since, out);
  const std::size_t from = since < view.turns.size() ? view.turns[since].prompt : 0;
  out.goal = session::goal_of(view.typed, since == 0 ? 0 : from, prompt_bytes);
  out.progress = session::progress_of(view.uses);
  const session::Finishing finishing(view.conversation, view.uses, view.turns, out.progress,
                                     view.typed);
  out.open_work =
      session::open_work(view.conversation, view.turns, view.typed, finishing, most_open);
  gather_decisions(view, out);
  gather_dead_ends(view, findings, out);
  gather_files(view, out);
  out.constraints =
      session::standing_rules(view.conversation, view.uses, view.typed, most_constraints);
  return out;
}

}  // namespace context_rot::findings
