#include <algorithm>
#include <array>
#include <unordered_map>

#include "findings/find.h"
#include "session/path_words.h"
#include "transcript/shell_line.h"
#include "util/one_of.h"
#include "util/trim.h"

namespace context_rot::findings {

using transcript::Entry;
using transcript::EntryKind;

namespace {

/// Of a note, the part that is looked at for the files that it speaks of.
constexpr std::size_t looked_through = 8192;

/// Notes that say how things stand now: only the newest of a type counts.
bool is_state(std::string_view label) {
  static constexpr std::array<std::string_view, 6> labels{
      "task_reminder", "todo_reminder", "todo", "total_tokens_reminder", "token_usage", "date"};
  return is_one_of(label, labels);
}

/// Notes that complain of the files as they are.
bool is_complaint(std::string_view label) {
  static constexpr std::array<std::string_view, 4> labels{"diagnostics", "hook_blocking_error",
                                                          "hook_non_blocking_error",
                                                          "hook_error_during_execution"};
  return is_one_of(label, labels);
}

std::string_view text_of_note(const Entry& entry) {
  return entry.blocks.empty() ? std::string_view() : std::string_view(entry.blocks[0].text);
}

/// When files were changed and when a test or a build went well: by the entries of the results.
struct Progress {
  std::unordered_map<std::string_view, std::size_t> changed;  ///< by the file's name, the last
  std::optional<std::size_t> success;                         ///< the last
};

Progress progress_of(const session::SessionView& view) {
  Progress out;
  for (const transcript::ToolUse& use : view.uses) {
    if (!use.succeeded()) continue;
    if (use.action == transcript::Action::change)
      out.changed[base_name(use.file)] = *use.result_entry;
    if (use.runner) out.success = *use.result_entry;
  }
  return out;
}

/// The entry behind `at` that makes a complaint past: a change of a file that it names, or a test
/// or a build that went well.
std::optional<std::size_t> mended_by(const Entry& entry, std::size_t at, const Progress& progress) {
  if (progress.success && *progress.success > at) return progress.success;
  std::optional<std::size_t> out;
  session::for_each_path(text_of_note(entry).substr(0, looked_through),
                         [&](std::string_view word, std::size_t) {
                           const auto place = progress.changed.find(base_name(word));
                           if (place != progress.changed.end() && place->second > at)
                             out = place->second;
                         });
  return out;
}

/// Files all notes of one sort into one finding.
class Sorted {
 public:
  explicit Sorted(const session::SessionView& view) : view_(view) {}

  void add(const std::string& label, std::size_t entry, std::size_t by, const char* why) {
    const auto [place, is_new] = by_label_.try_emplace(label + why, out_.size());
    if (is_new) {
      Finding finding = finding_of(Kind::notice);
      finding.target = label;
      finding.by = by;
      finding.time = view_.conversation.entries[by].time;
      finding.evidence = std::string("notes \"") + label + "\" of the client, " + why;
      out_.push_back(std::move(finding));
    }
    Finding& finding = out_[place->second];
    finding.entries.push_back(entry);
    finding.times = finding.entries.size();
  }

  void claim(Claims& claims) {
    for (Finding& finding : out_) claims.add(std::move(finding));
  }

 private:
  const session::SessionView& view_;
  std::unordered_map<std::string, std::size_t> by_label_;
  std::vector<Finding> out_;
};

}  // namespace

void find_notice(const session::SessionView& view, Claims& claims) {
  const auto& entries = view.conversation.entries;
  const Progress progress = progress_of(view);
  Sorted sorted(view);
  std::unordered_map<std::string_view, std::size_t> newest;  // by label, of states
  std::unordered_map<std::string_view, std::size_t> again;   // by text
  for (std::size_t i = entries.size(); i-- > 0;) {
    const Entry& entry = entries[i];
    if (entry.kind != EntryKind::attachment || entry.sidechain || entry.blocks.empty()) continue;
    const auto [same, first] = again.try_emplace(text_of_note(entry), i);
    if (!first && entry.blocks.size() == 1 && entry.label == entries[same->second].label) {
      sorted.add(entry.label, i, same->second, "which came again word for word");
    } else if (is_state(entry.label)) {
      const auto [place, is_last] = newest.try_emplace(entry.label, i);
      if (!is_last) sorted.add(entry.label, i, place->second, "of which a newer one came");
    } else if (is_complaint(entry.label)) {
      const auto by = mended_by(entry, i, progress);
      if (by) sorted.add(entry.label, i, *by, "about what was changed or went well since");
    }
  }
  sorted.claim(claims);
}

}  // namespace context_rot::findings
