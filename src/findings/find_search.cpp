#include <algorithm>
#include <array>
#include <unordered_map>

#include "findings/find.h"
#include "session/path_words.h"
#include "transcript/shell_line.h"
#include "util/excerpt.h"
#include "util/trim.h"

namespace context_rot::findings {

namespace {

/// Shorter results cost nothing.
constexpr std::size_t least_search_bytes = 200;
/// So long behind a search its result is no longer what the model is working with.
constexpr std::size_t prompts_to_pass = 2;
constexpr std::size_t answers_to_pass = 12;
/// Names of files that are looked up in a result, at most: a list of thousands says it early.
constexpr std::size_t entries_searched = 8192;

bool searches(const transcript::ToolUse& use) {
  static constexpr std::array<std::string_view, 3> tools{"Grep", "Glob", "LS"};
  if (use.action == transcript::Action::run) return transcript::only_searches(use.command);
  if (std::find(tools.begin(), tools.end(), use.name) == tools.end()) return false;
  // With many lines around each hit it is a way to read.
  constexpr std::string_view context = "\"context\":";
  const std::size_t at = use.input.find(context);
  if (at == std::string_view::npos) return true;
  std::string_view number = use.input.substr(at + context.size());
  while (number.starts_with(' ')) number.remove_prefix(1);
  return number.size() < 2 || number[1] < '0' || number[1] > '9';
}

/// The last use that opened a file of that name.
using Opened = std::unordered_map<std::string_view, std::size_t>;

Opened opened_files(const session::SessionView& view) {
  Opened out;
  for (std::size_t i = 0; i < view.uses.size(); ++i) {
    const transcript::ToolUse& use = view.uses[i];
    if (!use.succeeded()) continue;
    if (!use.file.empty()) out[base_name(use.file)] = i;
    for (const transcript::ShownFile& shown : use.shows) out[base_name(shown.file)] = i;
  }
  return out;
}

/// The use that opened a file which a search found; nothing where none did.
std::optional<std::size_t> answer_of(const session::SessionView& view, const Opened& opened,
                                     std::size_t search) {
  std::optional<std::size_t> out;
  const std::string_view result = view.uses[search].result.substr(0, entries_searched);
  session::for_each_path(result, [&](std::string_view word, std::size_t) {
    const auto place = opened.find(base_name(word));
    if (!out && place != opened.end() && place->second > search) out = place->second;
  });
  if (out) return out;
  // A search in one file names it in the call, not in the result.
  session::for_each_path(view.uses[search].input.substr(0, entries_searched),
                         [&](std::string_view word, std::size_t) {
                           const auto place = opened.find(base_name(word));
                           if (!out && place != opened.end() && place->second > search) {
                             out = place->second;
                           }
                         });
  return out;
}

/// For each entry how many answers of the model stand in front of it.
std::vector<std::size_t> answers_before(const session::SessionView& view) {
  std::vector<std::size_t> out;
  out.reserve(view.conversation.entries.size() + 1);
  std::size_t answers = 0;
  for (const auto& entry : view.conversation.entries) {
    out.push_back(answers);
    if (entry.kind == transcript::EntryKind::assistant && !entry.sidechain) ++answers;
  }
  out.push_back(answers);
  return out;
}

}  // namespace

void find_search(const session::SessionView& view, Claims& claims) {
  if (view.uses.empty()) return;
  const Opened opened = opened_files(view);
  const std::vector<std::size_t> answers = answers_before(view);
  for (std::size_t i = 0; i < view.uses.size(); ++i) {
    const transcript::ToolUse& use = view.uses[i];
    if (!use.succeeded() || !use.sole_result || use.result.size() < least_search_bytes) continue;
    if (!claims.is_free(*use.result_entry) || !searches(use)) continue;
    const std::size_t entry = *use.result_entry;
    const std::size_t prompts = view.turns.size() - 1 - transcript::turn_at(view.turns, entry);
    const std::size_t passed = answers.back() - answers[entry];
    const auto found = answer_of(view, opened, i);
    if (!found && prompts < prompts_to_pass && passed < answers_to_pass) continue;
    Finding finding = finding_of(Kind::search);
    finding.entries = {entry};
    finding.target = excerpt(use.target.empty() ? std::string(use.name) : use.target);
    finding.times = 1;
    finding.time = use.time;
    if (found) {
      const transcript::ToolUse& answer = view.uses[*found];
      const std::string& file = answer.file.empty() ? answer.shows.front().file : answer.file;
      finding.by = answer.result_entry;
      finding.time = answer.time;
      finding.evidence = "search " + finding.target + "; " +
                         shown_path(file, view.surroundings.folder) + " was opened since";
    } else {
      finding.evidence =
          "search " + finding.target + ", " + std::to_string(passed) + " answers back";
    }
    claims.add(std::move(finding));
  }
}

}  // namespace context_rot::findings
