#include <algorithm>
#include <unordered_map>

#include "findings/find.h"
#include "util/excerpt.h"

namespace context_rot::findings {

using transcript::EntryKind;

namespace {

/// An answer that only talks: one that also calls tools cannot be left out for what it says.
bool only_talks(const transcript::Entry& entry) {
  return entry.kind == EntryKind::assistant && !transcript::calls_tool(entry);
}

}  // namespace

void find_deleted_reference(const session::SessionView& view, Claims& claims) {
  std::unordered_map<std::string_view, std::vector<std::size_t>> changes;  // file -> results
  for (const transcript::ToolUse& use : view.uses) {
    if (use.action != transcript::Action::change || !use.result_entry || !use.sole_result) continue;
    changes[use.file].push_back(*use.result_entry);
  }
  for (const session::GoneFile& file : view.gone) {
    Finding finding = finding_of(Kind::deleted_reference);
    finding.entries = changes[file.path];
    for (const std::size_t entry : file.references) {
      if (only_talks(view.conversation.entries[entry])) finding.entries.push_back(entry);
    }
    finding.file = file.path;
    finding.target = shown_path(file.path, view.surroundings.folder);
    finding.times = file.references.size();
    finding.time = view.uses[file.last_use].time;
    if (file.removal) {
      const transcript::ToolUse& removal = view.uses[*file.removal];
      finding.by = removal.result_entry;
      finding.time = removal.time;
      finding.quote = excerpt(removal.target);
    }
    finding.evidence = finding.target + " is gone from disk";
    if (file.removal) finding.evidence += " (" + finding.quote + ")";
    if (finding.times > 0) {
      finding.evidence += ", still referred to " +
                          (finding.times == 1 ? "once" : std::to_string(finding.times) + " times");
    }
    claims.add(std::move(finding));
  }
}

}  // namespace context_rot::findings
