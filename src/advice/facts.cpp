#include "advice/facts.h"

#include <algorithm>
#include <map>
#include <set>

#include "advice/heavy_step.h"
#include "advice/words.h"
#include "findings/kinds.h"
#include "session/file_state.h"
#include "session/typed.h"
#include "util/as_data.h"
#include "util/excerpt.h"
#include "util/trim.h"
#include "window/token_estimate.h"

namespace context_rot::advice {

using findings::Finding;
using findings::Kind;
using session::Episode;
using session::SessionView;
using transcript::Action;
using transcript::ToolUse;

namespace {

constexpr std::size_t recent_prompts = 3;
constexpr std::size_t most_files = 6;
constexpr std::size_t most_decisions = 4;
constexpr std::size_t prompt_bytes = 100;
constexpr std::int64_t small_report = 500;

std::string prompt_of(const SessionView& view, std::size_t turn) {
  return as_data(excerpt(view.typed.at(view.turns[turn].prompt).text, prompt_bytes), prompt_bytes);
}

/// The distance of a turn from the prompt that comes next: 1 is the last one.
std::size_t prompts_ago(const SessionView& view, std::size_t turn) {
  return view.turns.size() - turn;
}

std::optional<Attempts> failed_attempts(const SessionView& view) {
  const Episode* run = failing_run(view.turns, view.uses, view.episodes);
  if (run == nullptr) return std::nullopt;
  std::set<std::size_t> entries;
  for (const std::size_t use : run->failures) {
    entries.insert(view.uses[use].use_entry);
    if (view.uses[use].result_entry) entries.insert(*view.uses[use].result_entry);
  }
  Attempts out;
  out.target = as_data(run->target, 60);
  out.times = run->failures.size();
  for (const std::size_t entry : entries) out.tokens += view.attribution.tokens[entry];
  out.prompt = prompt_of(view, run->turn);
  out.prompts_ago = prompts_ago(view, run->turn);
  return out;
}

/// Whether a prompt surely rejects the answer before it: above the note limit, and not refuted.
bool rejects(const SessionView& view, std::size_t turn) {
  const auto& judgement = view.judgements[turn];
  if (judgement.in_ledger && view.surroundings.ledger != nullptr &&
      (*view.surroundings.ledger)[*judgement.in_ledger].standing == ledger::Standing::refuted) {
    return false;
  }
  return judgement.verdict.noteworthy && judgement.verdict.label != correction::Label::none;
}

/// Whether it also says what is right: a report of what was seen is no correction.
bool corrects(const SessionView& view, std::size_t turn) {
  return rejects(view, turn) &&
         view.judgements[turn].verdict.label == correction::Label::correction;
}

/// Two corrections of one thing: the two latest prompts both correct the answer before them and
/// speak of the same, and nothing was put away since.
std::optional<Attempts> corrected_attempts(const SessionView& view) {
  const std::size_t count = view.turns.size();
  if (count < 3) return std::nullopt;
  const auto text = [&](std::size_t turn) -> const std::string& {
    return view.typed.at(view.turns[turn].prompt).text;
  };
  const std::size_t last = count - 1;
  std::size_t first = last;
  while (first > 1 && corrects(view, first) && corrects(view, first - 1) &&
         speak_of_the_same(text(first), text(first - 1)) &&
         trimmed(text(first)) !=
             trimmed(text(first - 1))) {  // sent again, it is the same correction
    --first;
  }
  // The prompt whose answer was corrected first.
  const std::size_t origin = first - 1;
  if (first == last || !view.turns[origin].opened) return std::nullopt;
  const std::size_t since = view.turns[origin].prompt;
  const bool put_away = std::any_of(view.uses.begin(), view.uses.end(), [&](const ToolUse& use) {
    return use.use_entry >= since && puts_work_away(use);
  });
  if (put_away) return std::nullopt;
  Attempts out;
  out.what = Attempts::What::corrected;
  out.times = last - first + 1;
  for (std::size_t i = since + 1; i < view.turns[last].end; ++i) {
    out.tokens += view.attribution.tokens[i];
  }
  out.prompt = prompt_of(view, origin);
  out.prompts_ago = prompts_ago(view, origin);
  return out;
}

/// The finding in the words of its kind, for "drop ...".
std::string describe(const Finding& finding) {
  const findings::KindRow& row = findings::kind_row(finding.kind);
  const auto names = [&](std::string_view member) {
    return row.hint.english.find(member) != std::string_view::npos;
  };
  const bool alone =
      (names("{times}") && finding.times == 1) || (names("{quote}") && finding.quote.empty());
  std::string out(alone && !row.hint_alone.empty() ? row.hint_alone : row.hint.english);
  const auto put = [&](std::string_view member, const std::string& value) {
    const std::size_t at = out.find(member);
    if (at != std::string::npos) out.replace(at, member.size(), value);
  };
  put("{times}", std::to_string(finding.times));
  put("{target}", as_data(finding.target, 50));
  put("{quote}", as_data(finding.quote, 50));
  return out;
}

void gather_noise(const std::vector<Finding>& findings, Facts& out) {
  std::map<Kind, Noise> kinds;
  std::map<Kind, std::int64_t> largest;
  for (const Finding& finding : findings) {
    if (!findings::kind_row(finding.kind).is_noise) continue;
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

bool still_exists(const SessionView& view, const std::string& file) {
  if (view.surroundings.files == nullptr) return true;
  return view.surroundings.files->facts_of(file).presence != session::Presence::missing;
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
  for (std::size_t turn = view.turns.size(); turn-- > 0 && corrects(view, turn);) {
    ++out.complaints_in_a_row;
  }
}

bool is_something_else(const SessionView& view, std::string_view next) {
  const std::size_t count = view.turns.size();
  // "Go on" says nothing of what comes next.
  if (!telling_words(next).empty()) {
    return starts_something_else(next, count, view);
  }
  if (count < 2 || !view.turns.back().opened) return false;
  const std::string& last = view.typed.at(view.turns.back().prompt).text;
  return starts_something_else(last, count - 1, view);
}

}  // namespace

Fullness fullness_of(const window::Measurement& measured, const window::BandLimits& limits) {
  Fullness out;
  out.percent = measured.percent;
  out.band = band_of(measured.percent, limits);
  if (measured.max > 0) {
    out.used = measured.used;
    out.window = measured.max;
  }
  out.point = measured.point;
  return out;
}

Facts facts_of(const SessionView& view, const std::vector<Finding>& findings,
               const Fullness& fullness, std::string_view next) {
  Facts out;
  out.fullness = fullness;
  out.session = true;
  out.prompts = static_cast<std::size_t>(std::count_if(
      view.turns.begin(), view.turns.end(), [](const transcript::Turn& t) { return t.opened; }));
  out.topic = topic_of(view);
  out.prompts_on_topic = view.turns.size() - out.topic.begins;
  out.attempts = failed_attempts(view);
  if (!out.attempts) out.attempts = corrected_attempts(view);
  out.open = open_work(view);
  for (std::string& task : out.open.tasks) task = as_data(task, 80);
  out.phase = phase_end(view, out.open);
  out.next_is_heavy = is_output_heavy(next);
  // Below amarillo nothing depends on it.
  out.something_else = fullness.band >= window::Band::amarillo && is_something_else(view, next);
  out.live_tokens = view.attribution.total();
  gather_noise(findings, out);
  gather_kept(view, out);
  gather_history(view, out);
  return out;
}

}  // namespace context_rot::advice
