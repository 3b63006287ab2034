#include "advice/facts.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "advice/words.h"
#include "session/file_state.h"
#include "util/as_data.h"
#include "util/ascii.h"
#include "util/excerpt.h"
#include "window/token_estimate.h"

namespace context_rot::advice {

using findings::Finding;
using findings::Kind;
using session::Episode;
using session::Outcome;
using session::SessionView;
using transcript::Action;
using transcript::ToolUse;

namespace {

constexpr std::size_t recent_prompts = 3;
constexpr std::size_t several_attempts = 3;
constexpr std::size_t most_files = 6;
constexpr std::size_t most_decisions = 4;
constexpr std::size_t prompt_bytes = 100;
constexpr std::int64_t small_report = 500;

std::string prompt_of(const SessionView& view, std::size_t turn) {
  return as_data(excerpt(transcript::text_of(view.conversation.entries[view.turns[turn].prompt]),
                         prompt_bytes),
                 prompt_bytes);
}

/// The distance of a turn from the prompt that comes next: 1 is the last one.
std::size_t prompts_ago(const SessionView& view, std::size_t turn) {
  return view.turns.size() - turn;
}

std::int64_t tokens_of(const SessionView& view, const std::vector<std::size_t>& entries) {
  std::int64_t sum = 0;
  for (const std::size_t entry : entries) sum += view.attribution.tokens[entry];
  return sum;
}

std::optional<Attempts> failed_attempts(const SessionView& view) {
  for (auto episode = view.episodes.rbegin(); episode != view.episodes.rend(); ++episode) {
    if (episode->outcome == Outcome::resolved || episode->failures.size() < several_attempts ||
        !view.turns[episode->turn].opened) {
      continue;
    }
    const std::size_t last = turn_at(view.turns, view.uses[episode->failures.back()].use_entry);
    if (prompts_ago(view, last) > recent_prompts) continue;
    std::set<std::size_t> entries;
    for (const std::size_t use : episode->failures) {
      entries.insert(view.uses[use].use_entry);
      if (view.uses[use].result_entry) entries.insert(*view.uses[use].result_entry);
    }
    Attempts out;
    out.target = as_data(episode->target, 60);
    out.times = episode->failures.size();
    out.tokens = tokens_of(view, {entries.begin(), entries.end()});
    out.prompt = prompt_of(view, episode->turn);
    out.prompts_ago = prompts_ago(view, episode->turn);
    return out;
  }
  return std::nullopt;
}

bool rejects(const SessionView& view, std::size_t turn) {
  return view.judgements[turn].verdict.label != correction::Label::none;
}

/// Two corrections of one thing: the two latest prompts both reject the answer before them and
/// speak of the same.
std::optional<Attempts> corrected_attempts(const SessionView& view) {
  const std::size_t count = view.turns.size();
  if (count < 3) return std::nullopt;
  const std::size_t last = count - 1;
  if (!rejects(view, last) || !rejects(view, last - 1)) return std::nullopt;
  std::size_t first = last - 1;
  while (first > 1 && rejects(view, first - 1)) --first;
  const auto words = [&](std::size_t turn) {
    const auto list =
        telling_words(transcript::text_of(view.conversation.entries[view.turns[turn].prompt]));
    return std::set<std::string>(list.begin(), list.end());
  };
  const auto a = words(last);
  const auto b = words(last - 1);
  const bool same = std::any_of(a.begin(), a.end(), [&](const auto& w) { return b.contains(w); });
  // The prompt whose answer was corrected first.
  const std::size_t origin = first - 1;
  if (!same || !view.turns[origin].opened) return std::nullopt;
  Attempts out;
  out.what = Attempts::What::corrected;
  out.times = last - first + 1;
  for (std::size_t i = view.turns[origin].prompt + 1; i < view.turns[last].end; ++i) {
    out.tokens += view.attribution.tokens[i];
  }
  out.prompt = prompt_of(view, origin);
  out.prompts_ago = prompts_ago(view, origin);
  return out;
}

std::string describe(const Finding& finding) {
  const std::string target = as_data(finding.target, 50);
  switch (finding.kind) {
    case Kind::failed:
      return (finding.times == 1
                  ? "the failed attempt at "
                  : "the " + std::to_string(finding.times) + " failed attempts at ") +
             target;
    case Kind::stale_read:
      return "old reads of " + target;
    case Kind::corrected:
      return finding.quote.empty() ? "the corrected answer"
                                   : "the corrected claim '" + as_data(finding.quote, 50) + "'";
    case Kind::abandoned:
      return "the abandoned approach";
    case Kind::duplicate:
      return "repeated output of " + target;
    case Kind::oversized:
      return "the large output of " + target;
    case Kind::deleted_reference:
      return "talk of " + target + ", which is gone";
    case Kind::contradiction:
      return "the dropped decision '" + as_data(finding.quote, 50) + "'";
    case Kind::debug_noise:
      return "debugging output";
  }
  return {};
}

void gather_noise(const std::vector<Finding>& findings, Facts& out) {
  std::map<Kind, Noise> kinds;
  std::map<Kind, std::int64_t> largest;
  for (const Finding& finding : findings) {
    Noise& noise = kinds[finding.kind];
    noise.kind = finding.kind;
    noise.tokens += finding.tokens;
    out.noise_tokens += finding.tokens;
    if (finding.tokens >= largest[finding.kind]) {
      largest[finding.kind] = finding.tokens;
      noise.what = describe(finding);
    }
  }
  for (auto& [kind, noise] : kinds) out.noise.push_back(std::move(noise));
  std::stable_sort(out.noise.begin(), out.noise.end(),
                   [](const Noise& a, const Noise& b) { return a.tokens > b.tokens; });
}

void gather_large_outputs(const SessionView& view, const std::vector<Finding>& findings,
                          Facts& out) {
  for (const Finding& finding : findings) {
    if (finding.kind != Kind::oversized || finding.entries.empty()) continue;
    const std::size_t turn = turn_at(view.turns, finding.entries.front());
    if (prompts_ago(view, turn) > recent_prompts) continue;
    ++out.large_outputs;
    out.large_tokens += finding.tokens;
    out.large_what = as_data(finding.target, 60);
  }
}

bool still_exists(const SessionView& view, const std::string& file) {
  if (view.surroundings.files == nullptr) return true;
  return view.surroundings.files->look(file).presence != session::Presence::missing;
}

void gather_kept(const SessionView& view, Facts& out) {
  std::set<std::string> seen;
  for (auto use = view.uses.rbegin(); use != view.uses.rend(); ++use) {
    if (use->action != Action::change || use->file.empty() || !use->succeeded()) continue;
    if (turn_at(view.turns, use->use_entry) < out.topic.begins) break;
    if (!seen.insert(use->file).second || !still_exists(view, use->file)) continue;
    out.files.push_back(as_data(shown_path(use->file, view.surroundings.folder), 80));
    if (out.files.size() == most_files) break;
  }
  for (auto decision = view.decisions.rbegin(); decision != view.decisions.rend(); ++decision) {
    if (decision->state != session::DecisionState::active || decision->choice.empty()) continue;
    out.decisions.push_back(as_data(
        decision->topic.empty() ? decision->choice : decision->topic + ": " + decision->choice,
        60));
    if (out.decisions.size() == most_decisions) break;
  }
}

void gather_history(const SessionView& view, Facts& out) {
  const auto& entries = view.conversation.entries;
  if (!entries.empty() && entries.front().kind == transcript::EntryKind::boundary) {
    out.compacted_prompts_ago = out.prompts;
  }
  for (const ToolUse& use : view.uses) {
    if ((use.name != "Task" && use.name != "Agent") || !use.result_entry) continue;
    if (prompts_ago(view, turn_at(view.turns, use.use_entry)) > recent_prompts) continue;
    if (window::estimate_tokens(use.result) < small_report) ++out.small_subagents;
  }
  for (std::size_t turn = view.turns.size(); turn-- > 0 && rejects(view, turn);) {
    ++out.complaints_in_a_row;
  }
}

}  // namespace

Facts facts_of(const SessionView& view, const std::vector<Finding>& findings,
               const Fullness& fullness) {
  Facts out;
  out.fullness = fullness;
  out.session = true;
  out.prompts = static_cast<std::size_t>(std::count_if(
      view.turns.begin(), view.turns.end(), [](const transcript::Turn& t) { return t.opened; }));
  out.topic = topic_of(view.conversation, view.turns, view.uses);
  out.prompts_on_topic = view.turns.size() - out.topic.begins;
  out.attempts = failed_attempts(view);
  if (!out.attempts) out.attempts = corrected_attempts(view);
  out.live_tokens = view.attribution.total();
  gather_noise(findings, out);
  gather_large_outputs(view, findings, out);
  gather_kept(view, out);
  gather_history(view, out);
  return out;
}

bool is_output_heavy(std::string_view next_step) {
  static constexpr std::array phrases{"all tests",
                                      "whole test suite",
                                      "full test suite",
                                      "test suite",
                                      "entire",
                                      "every file",
                                      "all files",
                                      "all the files",
                                      "whole codebase",
                                      "whole repo",
                                      "codebase",
                                      "logs",
                                      "grep",
                                      "search for all",
                                      "find all",
                                      "explore",
                                      "audit",
                                      "review everything",
                                      "benchmark",
                                      "dump",
                                      "todas las pruebas",
                                      "todos los tests",
                                      "todos los archivos",
                                      "cada archivo",
                                      "todo el código",
                                      "todo el repo",
                                      "los registros",
                                      "busca en todo",
                                      "explora",
                                      "audita",
                                      "revisa todo",
                                      "suite de pruebas"};
  const std::string text = ascii_lower(next_step.substr(0, 1000));
  return std::any_of(phrases.begin(), phrases.end(),
                     [&](const char* phrase) { return text.find(phrase) != std::string::npos; });
}

}  // namespace context_rot::advice
