#include <algorithm>
#include <array>
#include <unordered_map>

#include "findings/find.h"
#include "session/effects.h"
#include "transcript/shell_line.h"
#include "util/excerpt.h"

namespace context_rot::findings {

namespace {

/// A commit behind which the person went on.
struct Commit {
  std::size_t use = 0;
  std::size_t entry = 0;  ///< of its result
};

/// Whether the client tells the model by it how to work: no part of any one piece of work.
bool is_instruction(std::string_view path) {
  return path.ends_with(".md") || path.ends_with(".mdc") || path.ends_with(".txt") ||
         path.ends_with(".rst");
}

/// Commits with a later prompt, in order.
std::vector<Commit> commits_of(const session::SessionView& view) {
  std::vector<Commit> out;
  for (std::size_t i = 0; i < view.uses.size(); ++i) {
    const transcript::ToolUse& use = view.uses[i];
    if (use.action != transcript::Action::run || !use.succeeded() || !session::commits(use.command)) continue;
    if (transcript::turn_at(view.turns, *use.result_entry) + 1 >= view.turns.size()) continue;
    out.push_back({i, *use.result_entry});
  }
  return out;
}

/// What the uses did with each file.
struct Touched {
  std::size_t last = 0;  ///< the last use that read or changed it
  bool changed = false;
};

std::unordered_map<std::string, Touched> touched_files(const session::SessionView& view) {
  std::unordered_map<std::string, Touched> out;
  for (std::size_t i = 0; i < view.uses.size(); ++i) {
    const transcript::ToolUse& use = view.uses[i];
    if (!use.succeeded()) continue;
    if (!use.file.empty()) {
      Touched& touched = out[use.file];
      touched.last = i;
      touched.changed = touched.changed || use.action == transcript::Action::change;
    }
    for (const transcript::ShownFile& shown : use.shows) out[shown.file].last = i;
  }
  return out;
}

}  // namespace

void find_finished(const session::SessionView& view, Claims& claims) {
  const std::vector<Commit> commits = commits_of(view);
  if (commits.empty()) return;
  const auto touched = touched_files(view);
  const std::string& folder = view.surroundings.folder;
  const auto is_done = [&](const std::string& file, std::size_t commit) {
    if (!folder.empty() && !file.starts_with(folder + '/')) return false;  // not of this project
    const auto place = touched.find(file);
    if (place == touched.end()) return true;
    if (place->second.last > commit) return false;
    return place->second.changed || !is_instruction(file);
  };
  std::vector<Finding> found(commits.size());
  std::size_t next = 0;  // the commit that what stands here went into
  for (std::size_t i = 0; i < view.uses.size(); ++i) {
    const transcript::ToolUse& use = view.uses[i];
    while (next < commits.size() && commits[next].use < i) ++next;
    if (next == commits.size()) break;
    if (!use.result_entry || !use.sole_result || !claims.is_free(*use.result_entry)) continue;
    const std::size_t commit = commits[next].use;
    const bool file_done = use.file.empty() || is_done(use.file, commit);
    const bool shown_done =
        std::all_of(use.shows.begin(), use.shows.end(),
                    [&](const transcript::ShownFile& shown) { return is_done(shown.file, commit); });
    const bool is_work = use.action == transcript::Action::read || use.action == transcript::Action::run ||
                         use.name == "Grep" || use.name == "Glob";
    if (is_work && file_done && shown_done) found[next].entries.push_back(*use.result_entry);
  }
  for (std::size_t c = 0; c < commits.size(); ++c) {
    Finding& finding = found[c];
    if (finding.entries.empty()) continue;
    const transcript::ToolUse& use = view.uses[commits[c].use];
    finding.kind = Kind::finished;
    finding.target = excerpt(use.target);
    finding.times = finding.entries.size();
    finding.time = use.time;
    finding.by = commits[c].entry;
    finding.resolved = true;
    finding.evidence = "work that was committed and not touched since: " + finding.target;
    claims.add(std::move(finding));
  }
}

}  // namespace context_rot::findings
