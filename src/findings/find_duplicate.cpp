#include <algorithm>
#include <functional>
#include <string_view>
#include <unordered_map>

#include "findings/find.h"
#include "util/excerpt.h"

namespace context_rot::findings {

namespace {

/// Shorter results ("ok", "No files found") are the same by nature.
constexpr std::size_t least_bytes = 200;

/// What is the same: a text, of one file where it is a file's. That two files hold the same is
/// something to know.
struct Output {
  std::string_view text;
  std::string_view file;
  bool operator==(const Output&) const = default;
};

struct OutputHash {
  std::size_t operator()(const Output& output) const {
    const std::hash<std::string_view> hash;
    return hash(output.text) ^ (hash(output.file) << 1);
  }
};

}  // namespace

void find_duplicate(const session::SessionView& view, Claims& claims) {
  std::unordered_map<Output, std::size_t, OutputHash> places;  // -> group
  std::vector<std::vector<std::size_t>> groups;                // uses, in order of their results
  for (std::size_t i = 0; i < view.uses.size(); ++i) {
    const transcript::ToolUse& use = view.uses[i];
    if (!use.sole_result || !use.result_entry || use.result.size() < least_bytes) continue;
    const auto [place, is_new] = places.try_emplace({use.result, use.file}, groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(i);
  }
  for (auto& group : groups) {
    if (group.size() < 2) continue;
    std::sort(group.begin(), group.end(), [&](std::size_t a, std::size_t b) {
      return *view.uses[a].result_entry < *view.uses[b].result_entry;
    });
    const transcript::ToolUse& kept = view.uses[group.back()];
    Finding finding = finding_of(Kind::duplicate);
    for (std::size_t i = 0; i + 1 < group.size(); ++i) {
      finding.entries.push_back(*view.uses[group[i]].result_entry);
    }
    finding.file = kept.file;
    finding.target = !kept.file.empty() ? shown_path(kept.file, view.surroundings.folder)
                                        : excerpt(kept.target.empty() ? kept.name : kept.target);
    finding.times = group.size();
    finding.time = kept.time;
    finding.by = kept.result_entry;
    finding.evidence = "the same output of " + finding.target + " " + std::to_string(group.size()) +
                       " times; the last one stays";
    claims.add(std::move(finding));
  }
}

}  // namespace context_rot::findings
