#include "findings/session_summary.h"

#include <algorithm>
#include <array>
#include <set>

#include "session/typed.h"
#include "util/ascii.h"
#include "util/excerpt.h"

namespace context_rot::findings {

namespace {

constexpr std::size_t prompt_bytes = 240;
constexpr std::size_t sentence_bytes = 200;
constexpr std::size_t most_prompts = 5;
constexpr std::size_t most_constraints = 12;

void gather_prompts(const session::SessionView& view, std::size_t since, SessionState& out) {
  for (std::size_t i = 0; i < view.turns.size(); ++i) {
    const transcript::Turn& turn = view.turns[i];
    if (!turn.opened) continue;
    std::string prompt = excerpt(session::typed_text(view.conversation.entries[turn.prompt]), prompt_bytes);
    if (prompt.empty()) continue;
    if (i >= since && out.first_prompt.empty()) out.first_prompt = prompt;
    out.latest_prompts.push_back(std::move(prompt));
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
    out.decisions.push_back({text, decision.state == session::DecisionState::active, decision.time});
  }
}

void gather_dead_ends(const session::SessionView& view, const std::vector<Finding>& findings,
                      SessionState& out) {
  for (const Finding& finding : findings) {
    if (finding.kind == Kind::corrected) {
      out.corrections.push_back({finding.quote, finding.right, finding.time});
    } else if (finding.kind == Kind::abandoned) {
      const std::string what =
          finding.prompt ? excerpt(session::typed_text(view.conversation.entries[*finding.prompt]), 120)
                         : finding.quote;
      out.dead_ends.push_back(
          {what, finding.by ? excerpt(session::typed_text(view.conversation.entries[*finding.by]), 120)
                            : finding.evidence});
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
    const bool counts = (use->action == transcript::Action::change || use->action == transcript::Action::read) &&
                        use->succeeded() && !use->file.empty();
    if (!counts || !seen.insert(use->file).second) continue;
    const bool gone = view.surroundings.files != nullptr &&
                      view.surroundings.files->look(use->file).presence == session::Presence::missing;
    auto& list = gone                          ? out.files_gone
                 : changed.contains(use->file) ? out.files_changed
                                               : out.files_read;
    list.push_back(shown_path(use->file, view.surroundings.folder));
  }
}

/// Whether `word` stands in `text` at the beginning of a word, and, for what is a rule only as a
/// request ("never push", but "it never ends"), at that of a clause.
bool stands_in(std::string_view text, std::string_view word, bool as_request) {
  static constexpr std::array leads{"please ",    "and ", "but ",  "so ",   "then ",   ", ",
                                    ": ",         "; ",   "- ",    "* ",    "should ", "must ",
                                    "por favor ", "y ",   "pero ", "debes "};
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::string_view before = text.substr(0, at);
    if (before.find_first_not_of(" \t") == std::string_view::npos) return true;
    if (before.back() != ' ') continue;
    if (!as_request) return true;
    for (const std::string_view lead : leads) {
      const bool whole =
          before.size() == lead.size() || lead.front() == ',' || lead.front() == ':' ||
          lead.front() == ';' ||
          (before.size() > lead.size() && before[before.size() - lead.size() - 1] == ' ');
      if (before.ends_with(lead) && whole) return true;
    }
  }
  return false;
}

/// Whether a sentence of a person sets a rule for the work.
bool is_rule(std::string_view sentence) {
  static constexpr std::array duties{"must ",       "make sure", "only use ", "tiene que ",
                                     "tienes que ", "debe ",     "asegúrate", "solo usa "};
  static constexpr std::array requests{"always ", "never ",   "don't ", "don\u2019t ",
                                       "do not ", "siempre ", "nunca ", "no uses "};
  const std::string text = ascii_lower(sentence);
  const auto stands = [&](bool as_request) {
    return [&text, as_request](std::string_view word) { return stands_in(text, word, as_request); };
  };
  return std::any_of(duties.begin(), duties.end(), stands(false)) ||
         std::any_of(requests.begin(), requests.end(), stands(true));
}

/// The rules of a prompt, in its order. A rule stands in a sentence of its own and is no question.
std::vector<std::string> rules_of(std::string_view prompt) {
  std::vector<std::string> out;
  constexpr std::size_t searched = 4000;  // a sentence that begins in it counts, whole
  for (std::size_t at = 0; at < std::min(prompt.size(), searched);) {
    std::size_t end = prompt.find_first_of(".!?\n", at);
    while (end != std::string_view::npos && prompt[end] == '.' && end + 1 < prompt.size() &&
           prompt[end + 1] != ' ' && prompt[end + 1] != '\n') {
      end = prompt.find_first_of(".!?\n", end + 1);
    }
    end = std::min(end, prompt.size());
    const std::string_view sentence = prompt.substr(at, end - at);
    const bool asks = end < prompt.size() && prompt[end] == '?';
    at = end + 1;
    if (asks || sentence.size() < 12 || sentence.size() > 240 || !is_rule(sentence)) continue;
    out.push_back(excerpt(sentence, sentence_bytes));
  }
  return out;
}

/// The newest rules, each once.
void gather_constraints(const session::SessionView& view, SessionState& out) {
  std::set<std::string> seen;
  for (auto turn = view.turns.rbegin(); turn != view.turns.rend(); ++turn) {
    if (!turn->opened) continue;
    const std::string text = session::own_words(session::typed_text(view.conversation.entries[turn->prompt]));
    auto rules = rules_of(text);
    for (auto rule = rules.rbegin(); rule != rules.rend(); ++rule) {
      if (out.constraints.size() == most_constraints) break;
      if (seen.insert(*rule).second) out.constraints.push_back(std::move(*rule));
    }
  }
  std::reverse(out.constraints.begin(), out.constraints.end());
}

}  // namespace

SessionState state_of(const session::SessionView& view, const std::vector<Finding>& findings,
                      std::size_t since) {
  SessionState out;
  gather_prompts(view, since, out);
  out.progress = session::progress_of(view.uses);
  gather_decisions(view, out);
  gather_dead_ends(view, findings, out);
  gather_files(view, out);
  gather_constraints(view, out);
  return out;
}

}  // namespace context_rot::findings
