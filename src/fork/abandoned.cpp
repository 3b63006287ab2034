#include "fork/abandoned.h"

#include <algorithm>
#include <span>
#include <unordered_set>

#include "fork/reword.h"
#include "fork/stub.h"
#include "util/excerpt.h"
#include "window/token_estimate.h"

namespace context_rot::fork {

using transcript::Action;
using transcript::EntryKind;
using transcript::ToolUse;

namespace {

using Entries = std::unordered_set<std::size_t>;

/// The calls made in the entries of the finding.
std::span<const ToolUse> calls_in(const Planner& planner, const findings::Finding& finding) {
  const auto& uses = planner.view().uses;
  const auto before = [](const ToolUse& use, std::size_t at) { return use.use_entry < at; };
  const auto from = std::lower_bound(uses.begin(), uses.end(), finding.entries.front(), before);
  const auto to = std::lower_bound(from, uses.end(), finding.entries.back() + 1, before);
  return {from, to};
}

/// Those of the finding's entries that can go: none that a compaction preserved, and no half of a
/// pair without the other.
Entries removable(const Planner& planner, const findings::Finding& finding) {
  Entries out;
  for (const std::size_t at : finding.entries) {
    if (planner.is_free(at) && !planner.entry(at).preserved) out.insert(at);
  }
  for (bool again = true; again;) {
    again = false;
    for (const ToolUse& use : calls_in(planner, finding)) {
      const bool whole = use.result_entry && out.count(*use.result_entry) > 0;
      if (!whole) again = out.erase(use.use_entry) > 0 || again;
    }
    for (const std::size_t at : finding.entries) {
      if (planner.entry(at).kind != EntryKind::tool_result) continue;
      const ToolUse* use = planner.use_of(at);
      if (use == nullptr || out.count(use->use_entry) == 0) again = out.erase(at) > 0 || again;
    }
  }
  return out;
}

std::vector<std::string> files_changed(const Planner& planner, std::span<const ToolUse> calls,
                                       const Entries& gone) {
  std::vector<std::string> out;
  for (const ToolUse& use : calls) {
    if (use.action != Action::change || !use.succeeded() || gone.count(use.use_entry) == 0)
      continue;
    std::string name = shown_path(use.file, planner.view().surroundings.folder);
    if (std::find(out.begin(), out.end(), name) == out.end()) out.push_back(std::move(name));
  }
  return out;
}

/// Every block goes but the first, which becomes `text` if there is one.
Changes only(const transcript::Entry& entry, const std::optional<std::string>& text) {
  Changes out;
  for (std::size_t i = 0; i < entry.blocks.size(); ++i) {
    out.push_back({i, i == 0 ? text : std::nullopt});
  }
  return out;
}

}  // namespace

void leave_out_abandoned(Planner& planner, const findings::Finding& finding, std::size_t index) {
  const Entries gone = removable(planner, finding);
  std::int64_t tokens = 0;
  for (const std::size_t at : gone) tokens += planner.tokens(at);
  const std::string stub = abandoned_stub(finding, gone.size(), tokens,
                                          files_changed(planner, calls_in(planner, finding), gone));
  std::optional<std::string> text = stub;
  const bool worth_it = tokens > 2 * window::estimate_tokens(stub);
  for (const std::size_t at : finding.entries) {
    const transcript::Entry& entry = planner.entry(at);
    if (worth_it && gone.count(at) > 0 && !entry.blocks.empty()) {
      const bool speaks = text && entry.kind == EntryKind::assistant;
      planner.add(at, only(entry, speaks ? text : std::nullopt), index, MustSave::no);
      if (speaks) text.reset();
    } else if (const ToolUse* use = planner.use_of(at)) {
      if (auto changes = reword_output(entry, output_stub(finding, *use, planner.tokens(at)))) {
        planner.add(at, std::move(*changes), index);
      }
    }
  }
}

}  // namespace context_rot::fork
