#include <algorithm>
#include <unordered_set>

#include "findings/find.h"
#include "session/revert_request.h"
#include "session/typed.h"
#include "util/excerpt.h"

namespace context_rot::findings {

using transcript::EntryKind;

namespace {

/// Files that each turn changed.
std::vector<std::vector<std::string_view>> changed_files(const session::SessionView& view) {
  std::vector<std::vector<std::string_view>> out(view.turns.size());
  for (const transcript::ToolUse& use : view.uses) {
    if (use.action != transcript::Action::change || !use.succeeded()) continue;
    out[transcript::turn_at(view.turns, use.use_entry)].push_back(use.file);
  }
  return out;
}

bool share_any(const std::unordered_set<std::string_view>& files,
               const std::vector<std::string_view>& more) {
  return std::any_of(more.begin(), more.end(),
                     [&](std::string_view file) { return files.count(file) > 0; });
}

}  // namespace

void find_abandoned(const session::SessionView& view, Claims& claims) {
  const auto changed = changed_files(view);
  std::size_t open_from = 0;  // turns before it belong to an earlier request
  for (std::size_t t = 1; t < view.turns.size(); ++t) {
    const std::size_t prompt = view.turns[t].prompt;
    const auto& entry = view.conversation.entries[prompt];
    if (entry.kind != EntryKind::prompt) continue;
    const std::string& text = view.typed.at(prompt).text;
    if (text.empty()) continue;
    const session::RevertRequest request = session::revert_request(text);
    if (!request.asked) continue;
    std::size_t first = t - 1;
    // What is taken back is what was changed last, however much was talked since.
    std::size_t work = first;
    while (work > open_from && changed[work].empty()) --work;
    if (!changed[work].empty()) first = work;
    std::unordered_set<std::string_view> files(changed[first].begin(), changed[first].end());
    while (first > open_from && share_any(files, changed[first - 1])) {
      const bool sent_back = view.judgements[first].verdict.label != correction::Label::none;
      if (!request.wide && !sent_back) break;
      --first;
      files.insert(changed[first].begin(), changed[first].end());
    }
    Finding finding = finding_of(Kind::abandoned);
    finding.prompt = view.turns[first].prompt;
    finding.by = prompt;
    finding.time = entry.time;
    finding.times = t - first;
    finding.quote = excerpt(text);
    for (std::size_t i = view.turns[first].prompt; i < prompt; ++i) {
      const EntryKind kind = view.conversation.entries[i].kind;
      if (kind == EntryKind::assistant || kind == EntryKind::tool_result)
        finding.entries.push_back(i);
    }
    const std::string began = excerpt(view.typed.at(*finding.prompt).text);
    finding.target = began;
    finding.evidence = "work since \"" + began + "\" was taken back: \"" + finding.quote + "\"";
    claims.add(std::move(finding));
    open_from = t;
  }
}

}  // namespace context_rot::findings
