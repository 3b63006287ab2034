#include <algorithm>
#include <optional>

#include "findings/find.h"
#include "findings/word_use.h"
#include "util/excerpt.h"

namespace context_rot::findings {

namespace {

constexpr std::int64_t large = 2500;  // tokens
/// Before that the output may still be what the model is working with.
constexpr std::size_t answers_to_settle = 3;

bool has_settled(const session::SessionView& view, std::size_t entry) {
  if (transcript::turn_at(view.turns, entry) + 1 < view.turns.size()) return true;
  const auto& entries = view.conversation.entries;
  std::size_t answers = 0;
  for (std::size_t i = entry + 1; i < entries.size() && answers < answers_to_settle; ++i) {
    if (entries[i].kind == transcript::EntryKind::assistant) ++answers;
  }
  return answers >= answers_to_settle;
}

bool is_used(const WordUse& words, std::string_view output, std::size_t entry) {
  bool used = false;
  for_each_name(output, [&](std::string_view name) {
    used = used || words.is_new_and_used_after(name, entry);
  });
  return used;
}

}  // namespace

void find_oversized(const session::SessionView& view, Claims& claims) {
  std::optional<WordUse> words;  // made when the first candidate needs it
  for (const transcript::ToolUse& use : view.uses) {
    if (!use.result_entry || !use.sole_result || !claims.is_free(*use.result_entry)) continue;
    const std::size_t entry = *use.result_entry;
    const std::int64_t tokens = view.attribution.tokens[entry];
    // An approved plan is what all later work goes by, whatever words that uses.
    if (use.name == "ExitPlanMode") continue;
    if (tokens <= large || !has_settled(view, entry)) continue;
    if (!words) words.emplace(view.conversation);
    if (is_used(*words, use.result, entry)) continue;
    Finding finding = finding_of(Kind::oversized);
    finding.entries = {entry};
    finding.file = use.file;
    finding.target = !use.file.empty() ? shown_path(use.file, view.surroundings.folder)
                                       : excerpt(use.target.empty() ? use.name : use.target);
    finding.times = 1;
    finding.time = use.time;
    finding.evidence = "output of " + finding.target + "; nothing later uses a name or value of it";
    claims.add(std::move(finding));
  }
}

}  // namespace context_rot::findings
