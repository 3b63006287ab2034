#include "findings/finding_set.h"

#include <algorithm>

#include "findings/left_out.h"
#include "util/sort_unique.h"

namespace context_rot::findings {

using transcript::EntryKind;

Claims::Claims(const session::SessionView& view) : view_(view) {
  owner_.reserve(view.conversation.entries.size());
  for (const auto& entry : view.conversation.entries) {
    const bool never = entry.sidechain || entry.kind == EntryKind::summary ||
                       entry.kind == EntryKind::boundary || entry.kind == EntryKind::system ||
                       is_left_out(entry);
    owner_.push_back(never ? nobody : free);
  }
}

bool Claims::add(Finding finding) {
  auto& entries = finding.entries;
  sort_unique(entries);
  entries.erase(std::remove_if(entries.begin(), entries.end(),
                               [&](std::size_t entry) { return !is_free(entry); }),
                entries.end());
  if (entries.empty()) return false;
  finding.tokens = 0;
  for (const std::size_t entry : entries) {
    owner_[entry] = static_cast<std::int32_t>(findings_.size());
    finding.tokens += view_.attribution.tokens[entry];
  }
  findings_.push_back(std::move(finding));
  return true;
}

}  // namespace context_rot::findings
