#include <unordered_map>

#include "findings/find.h"
#include "findings/line_set.h"
#include "util/excerpt.h"

namespace context_rot::findings {

namespace {

/// File systems and clocks are not exact: a change this soon behind the session's own is its own.
constexpr Milliseconds clock_slack = 2000;

struct FileHistory {
  std::string_view path;
  std::vector<std::size_t> uses;  ///< that read or changed it with success, in order
};

std::vector<FileHistory> histories(const session::SessionView& view) {
  std::vector<FileHistory> out;
  std::unordered_map<std::string_view, std::size_t> by_path;
  for (std::size_t i = 0; i < view.uses.size(); ++i) {
    const transcript::ToolUse& use = view.uses[i];
    if (use.file.empty() || !use.succeeded()) continue;
    const auto [place, is_new] = by_path.try_emplace(use.file, out.size());
    if (is_new) out.push_back({use.file, {}});
    out[place->second].uses.push_back(i);
  }
  return out;
}

enum class Disk { unknown, same, changed, gone };

/// What became of the file since the session last touched it at `time`.
Disk on_disk(const session::SessionView& view, std::string_view path, Milliseconds time) {
  if (view.surroundings.files == nullptr) return Disk::unknown;
  const session::FileFacts facts = view.surroundings.files->look(std::string(path));
  if (facts.presence == session::Presence::missing) return Disk::gone;
  if (facts.presence != session::Presence::present || !facts.modified || time == 0) return Disk::unknown;
  return *facts.modified > time + clock_slack ? Disk::changed : Disk::same;
}

std::string counted(std::size_t count, const char* what) {
  return std::string(what) + (count == 1 ? " once" : " " + std::to_string(count) + " times");
}

}  // namespace

void find_stale_reads(const session::SessionView& view, Claims& claims) {
  for (const FileHistory& history : histories(view)) {
    const transcript::ToolUse& last = view.uses[history.uses.back()];
    const Disk disk = on_disk(view, history.path, last.time);
    bool superseded = disk == Disk::changed || disk == Disk::gone;
    Finding finding;
    finding.kind = Kind::stale_read;
    finding.remedy = disk == Disk::gone ? Remedy::drop : Remedy::read_again;
    LineCover seen_later;
    std::size_t reads = 0;
    std::size_t edits = 0;
    std::size_t edits_behind = 0;  // of those behind the first stale read
    std::optional<std::size_t> newer = last.result_entry;
    for (auto at = history.uses.rbegin(); at != history.uses.rend(); ++at) {
      const transcript::ToolUse& use = view.uses[*at];
      if (use.action == transcript::Action::change) {
        superseded = true;
        ++edits;
        continue;
      }
      if (transcript::is_unchanged_stub(use.result)) continue;
      ++reads;
      if (superseded || seen_later.covers(use.lines)) {
        if (use.sole_result) finding.entries.push_back(*use.result_entry);
        edits_behind = edits;
      }
      seen_later.add(use.lines);
    }
    if (finding.entries.empty()) continue;
    finding.file = std::string(history.path);
    finding.target = shown_path(history.path, view.surroundings.folder);
    finding.times = reads;
    finding.edits = edits_behind;
    finding.time = last.time;
    finding.by = newer;
    finding.evidence = finding.target + " " + counted(reads, "read");
    if (edits_behind > 0) finding.evidence += ", " + counted(edits_behind, "edited");
    if (disk == Disk::changed) finding.evidence += ", changed on disk since";
    if (disk == Disk::gone) finding.evidence += ", gone from disk";
    claims.add(std::move(finding));
  }
}

}  // namespace context_rot::findings
