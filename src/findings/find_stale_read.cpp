#include <algorithm>
#include <unordered_map>

#include "findings/find.h"
#include "findings/line_set.h"
#include "session/edited_lines.h"
#include "session/moves.h"
#include "util/excerpt.h"

namespace context_rot::findings {

namespace {

/// File systems and clocks are not exact: a change this soon behind the session's own is its own.
constexpr Milliseconds clock_slack = 2000;
/// So much of what a read showed is shown again later, or was replaced by then, in percent.
constexpr int nearly_all = 90;
/// So much of it was replaced by edits: it is another text now.
constexpr int rewritten = 50;

/// A use that shows or changes the file of a history.
struct Step {
  std::size_t use = 0;
  bool change = false;
  transcript::LineSpan lines;
  bool exact = true;
};

struct FileHistory {
  std::string path;
  bool named = false;       ///< by a tool that was given the path: what a shell shows may lie
                            ///< elsewhere, and the disk is not asked for it
  std::vector<Step> steps;  ///< that succeeded, in order
};

class Histories {
 public:
  explicit Histories(const session::SessionView& view)
      : moves_(view.uses, view.surroundings.folder, view.surroundings.files) {
    for (std::size_t i = 0; i < view.uses.size(); ++i) {
      const transcript::ToolUse& use = view.uses[i];
      if (!use.succeeded()) continue;
      if (!use.file.empty()) {
        const bool change = use.action == transcript::Action::change;
        if (!change && transcript::is_unchanged_stub(use.result)) continue;
        add(use.file, {i, change, use.lines, true}).named = true;
      }
      for (const transcript::ShownFile& shown : use.shows) {
        add(shown.file, {i, false, shown.lines, shown.exact});
      }
    }
  }
  std::vector<FileHistory> take() { return std::move(out_); }

 private:
  FileHistory& add(const std::string& path, Step step) {
    std::string now = moves_.now(path, step.use);
    const auto [place, is_new] = by_path_.try_emplace(now, out_.size());
    if (is_new) out_.push_back({std::move(now), false, {}});
    FileHistory& history = out_[place->second];
    history.steps.push_back(step);
    return history;
  }

  session::Moves moves_;
  std::unordered_map<std::string, std::size_t> by_path_;
  std::vector<FileHistory> out_;
};

enum class Disk { unknown, same, changed, gone };

/// What became of the file since the session last touched it at `time`.
Disk on_disk(const session::SessionView& view, const std::string& path, Milliseconds time) {
  if (view.surroundings.files == nullptr) return Disk::unknown;
  const session::FileFacts facts = view.surroundings.files->look(path);
  if (facts.presence == session::Presence::missing) return Disk::gone;
  if (facts.presence != session::Presence::present || !facts.modified || time == 0)
    return Disk::unknown;
  return *facts.modified > time + clock_slack ? Disk::changed : Disk::same;
}

std::string counted(std::size_t count, const char* what) {
  return std::string(what) + (count == 1 ? " once" : " " + std::to_string(count) + " times");
}

/// The lines that a read shows, with an end: what a whole file has is counted in the result.
transcript::LineSpan lines_shown(const Step& step, std::string_view result) {
  if (step.lines.last != INT64_MAX) return step.lines;
  std::int64_t lines = std::count(result.begin(), result.end(), '\n');
  if (!result.ends_with('\n')) ++lines;
  return {step.lines.first, step.lines.first + std::max<std::int64_t>(lines, 1) - 1};
}

/// How much of the lines later reads show again, in percent.
int percent_seen(const LineCover& seen, transcript::LineSpan span) {
  const std::int64_t lines = span.last - span.first + 1;
  return static_cast<int>(seen.count(span) * 100 / std::max<std::int64_t>(lines, 1));
}

/// Walks one file's history from its end and tells which reads no longer show what is there.
class Walk {
 public:
  Walk(const session::SessionView& view, const FileHistory& history)
      : view_(view), history_(history) {
    const transcript::ToolUse& last = view.uses[history.steps.back().use];
    if (history.named) disk_ = on_disk(view, history.path, last.time);
    superseded_ = disk_ == Disk::gone;
    if (disk_ == Disk::changed) now_ = view.surroundings.files->content(history.path);
    if (disk_ == Disk::gone) finding_.remedy = Remedy::drop;
    finding_.time = last.time;
    finding_.by = last.result_entry;
  }

  /// `parts_left` counts, by use, the files of it that are not known to be stale yet: a use that
  /// shows several is stale when all of them are.
  Finding run(std::vector<std::size_t>& parts_left) {
    for (auto at = history_.steps.rbegin(); at != history_.steps.rend(); ++at) {
      if (at->change) {
        note_change(view_.uses[at->use]);
      } else {
        note_read(*at, parts_left[at->use]);
      }
    }
    describe();
    return std::move(finding_);
  }

 private:
  void note_change(const transcript::ToolUse& use) {
    ++edits_;
    if (use.replaces_all) {
      superseded_ = true;
    } else {
      replaced_.note(use.input);
    }
  }

  void note_read(const Step& step, std::size_t& parts_left) {
    ++reads_;
    const transcript::ToolUse& use = view_.uses[step.use];
    const int seen = step.exact ? percent_seen(seen_later_, lines_shown(step, use.result))
                     : seen_later_.covers({}) ? 100
                                              : 0;
    const int edited = edits_ > 0 && use.shows.size() <= 1 ? replaced_.percent_of(use.result) : 0;
    const bool outdated = disk_ == Disk::changed && !still_there(use);
    if (superseded_ || outdated || edited >= rewritten || seen + edited >= nearly_all) {
      if (--parts_left == 0 && use.sole_result) finding_.entries.push_back(*use.result_entry);
      edits_behind_ = edits_;
      outdated_ = outdated_ || outdated;
    }
    if (step.exact) seen_later_.add(step.lines);
  }

  /// A file may be newer than the session and hold the same: after a checkout, a move, a copy.
  bool still_there(const transcript::ToolUse& use) const {
    return now_ && !use.file.empty() && replaced_.explain(use.result, *now_);
  }

  void describe() {
    finding_.file = history_.path;
    finding_.target = shown_path(history_.path, view_.surroundings.folder);
    finding_.times = reads_;
    finding_.edits = edits_behind_;
    finding_.evidence = finding_.target + " " + counted(reads_, "read");
    if (edits_behind_ > 0) finding_.evidence += ", " + counted(edits_behind_, "edited");
    if (outdated_) finding_.evidence += ", changed on disk since";
    if (disk_ == Disk::gone) finding_.evidence += ", gone from disk";
  }

  const session::SessionView& view_;
  const FileHistory& history_;
  Finding finding_ = finding_of(Kind::stale_read);
  Disk disk_ = Disk::unknown;
  std::optional<std::string> now_;  // the file's content, where the disk says it was changed
  bool superseded_ = false;
  bool outdated_ = false;  // a read shows what is on the disk no more
  LineCover seen_later_;
  session::EditedLines replaced_;
  std::size_t reads_ = 0;
  std::size_t edits_ = 0;
  std::size_t edits_behind_ = 0;  // of those behind the first stale read
};

}  // namespace

void find_stale_read(const session::SessionView& view, Claims& claims) {
  std::vector<std::size_t> parts_left(view.uses.size(), 1);
  for (std::size_t i = 0; i < view.uses.size(); ++i) {
    if (!view.uses[i].shows.empty()) parts_left[i] = view.uses[i].shows.size();
  }
  for (const FileHistory& history : Histories(view).take()) {
    Finding finding = Walk(view, history).run(parts_left);
    if (!finding.entries.empty()) claims.add(std::move(finding));
  }
}

}  // namespace context_rot::findings
