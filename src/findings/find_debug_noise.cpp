#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "findings/find.h"
#include "util/excerpt.h"

namespace context_rot::findings {

namespace {

/// Each use is handed out once, however many episodes it stands in.
class Unseen {
 public:
  explicit Unseen(std::size_t count) : next_(count + 1) {
    std::iota(next_.begin(), next_.end(), std::size_t{0});
  }
  /// The first from `at` on that was not taken; the count where there is none.
  std::size_t from(std::size_t at) {
    std::size_t end = at;
    while (next_[end] != end) end = next_[end];
    while (next_[at] != end) at = std::exchange(next_[at], end);
    return end;
  }
  void take(std::size_t at) { next_[at] = at + 1; }

 private:
  std::vector<std::size_t> next_;
};

void output_of_the_search(const session::SessionView& view, Claims& claims) {
  Unseen unseen(view.uses.size());
  for (const session::Episode& episode : view.episodes) {
    if (!episode.resolution || !session::is_debugging(episode)) continue;
    Finding finding = finding_of(Kind::debug_noise);
    for (std::size_t i = unseen.from(episode.failures.front() + 1); i < *episode.resolution;
         i = unseen.from(i)) {
      unseen.take(i);
      const transcript::ToolUse& use = view.uses[i];
      if (use.action != transcript::Action::run || !use.succeeded() || !use.sole_result) continue;
      if (!use.runner && !transcript::only_searches(use.command)) continue;
      finding.entries.push_back(*use.result_entry);
    }
    const transcript::ToolUse& success = view.uses[*episode.resolution];
    finding.target = excerpt(episode.target);
    finding.times = finding.entries.size();
    finding.time = success.time;
    finding.by = success.result_entry;
    finding.resolved = true;
    finding.evidence = "output of commands while " + finding.target + " failed; it succeeds now";
    claims.add(std::move(finding));
  }
}

/// What was run last of each thing, walking back from the end.
class LaterRuns {
 public:
  /// The later run whose output says all that this one's does; nothing where there is none. Then
  /// notes this one.
  std::optional<std::size_t> superseding(const transcript::ToolUse& use, std::size_t at) {
    std::optional<std::size_t> out;
    const auto as_given = exact_.try_emplace(use.command, at);
    if (!as_given.second) out = as_given.first->second;
    if (use.runner) {
      // A run of all tests says what a run of some said; of the same ones, a later one does.
      for (const std::string& selects : {std::string(), use.selects}) {
        const auto run = runs_.find(use.key + '\n' + selects);
        if (run != runs_.end()) out = run->second;
      }
      runs_.try_emplace(use.key + '\n' + use.selects, at);
    } else if (use.shows.empty()) {
      // Without its pipes the same, and the later one shows all of it.
      const auto whole = whole_.find(use.target);
      if (whole != whole_.end()) out = whole->second;
      if (use.filters.empty()) whole_.try_emplace(use.target, at);
    }
    return out;
  }

 private:
  std::unordered_map<std::string_view, std::size_t> exact_;
  std::unordered_map<std::string_view, std::size_t> whole_;
  std::unordered_map<std::string, std::size_t> runs_;
};

/// Whether builds or tests were run twice with nothing done between and said something else the
/// second time: neither output is out of date, and that they differ is worth knowing.
bool disagree(const std::vector<transcript::ToolUse>& uses, std::size_t at, std::size_t later) {
  const auto looks = [](const transcript::ToolUse& use) {
    return use.action == transcript::Action::read || use.action == transcript::Action::ask ||
           (use.action == transcript::Action::run && transcript::only_searches(use.command));
  };
  const auto begin = uses.begin() + static_cast<std::ptrdiff_t>(at);
  const auto end = uses.begin() + static_cast<std::ptrdiff_t>(later);
  return begin->runner && begin->command == end->command && begin->result != end->result &&
         std::all_of(begin + 1, end, looks);
}

void output_of_earlier_runs(const session::SessionView& view, Claims& claims) {
  std::unordered_map<std::size_t, std::size_t> place;  // the later use -> finding
  std::vector<Finding> found;
  LaterRuns later_runs;
  for (std::size_t i = view.uses.size(); i-- > 0;) {
    const transcript::ToolUse& use = view.uses[i];
    const bool ran = use.action == transcript::Action::run && use.result_entry &&
                     use.failure != transcript::FailureSign::refused && !use.command.empty();
    if (!ran || (use.failed() && !use.runner)) continue;
    const auto last = later_runs.superseding(use, i);
    if (!last || !use.sole_result || disagree(view.uses, i, *last)) continue;
    const transcript::ToolUse& later = view.uses[*last];
    const auto [at, first] = place.try_emplace(*last, found.size());
    if (first) {
      Finding finding = finding_of(Kind::debug_noise);
      finding.target = excerpt(use.target);
      finding.by = later.result_entry;
      finding.time = later.time;
      found.push_back(std::move(finding));
    }
    found[at->second].entries.push_back(*use.result_entry);
  }
  for (Finding& finding : found) {
    finding.times = finding.entries.size();
    finding.evidence = "earlier output of " + finding.target + ", which was run again";
    claims.add(std::move(finding));
  }
}

}  // namespace

void find_debug_noise(const session::SessionView& view, Claims& claims) {
  output_of_the_search(view, claims);
  output_of_earlier_runs(view, claims);
}

}  // namespace context_rot::findings
