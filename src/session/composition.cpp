#include "session/composition.h"

#include <algorithm>
#include <array>
#include <map>

#include "util/visible.h"

namespace context_rot::session {

using transcript::Entry;
using transcript::EntryKind;

namespace {

Part part_of(const Entry& entry) {
  if (entry.kind == EntryKind::assistant) return Part::answers;
  if (entry.kind == EntryKind::summary) return Part::summary;
  if (entry.kind == EntryKind::tool_result) return Part::tool_output;
  return transcript::starts_prompt_hook(entry) && entry.kind != EntryKind::task_notification
             ? Part::prompts
             : Part::client;
}

}  // namespace

std::string_view name_of(Part part) {
  constexpr std::array<std::string_view, 6> names{"overhead",    "prompts", "answers",
                                                  "tool_output", "client",  "summary"};
  return names[static_cast<std::size_t>(part)];
}

std::vector<EntryShare> shares_by_entry(const SessionView& view) {
  // Which tools each entry of results answers, with the length of their results.
  std::map<std::size_t, std::vector<const transcript::ToolUse*>> by_result;
  for (const transcript::ToolUse& use : view.uses) {
    if (use.result_entry) by_result[*use.result_entry].push_back(&use);
  }
  std::vector<EntryShare> out;
  const auto& entries = view.conversation.entries;
  out.reserve(entries.size());
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::int64_t tokens = view.attribution.tokens[i];
    const Part part = part_of(entries[i]);
    const auto uses = by_result.find(i);
    if (part != Part::tool_output || uses == by_result.end()) {
      out.push_back({i, part, {}, tokens});
      continue;
    }
    std::size_t length = 0;
    for (const transcript::ToolUse* use : uses->second) length += use->result.size() + 1;
    std::int64_t left = tokens;
    for (const transcript::ToolUse* use : uses->second) {
      const bool last = use == uses->second.back();
      const std::int64_t own = last ? left
                                    : tokens * static_cast<std::int64_t>(use->result.size() + 1) /
                                          static_cast<std::int64_t>(length);
      left -= own;
      out.push_back({i, part, use->name, own});
    }
  }
  return out;
}

std::vector<Share> composition_of(const SessionView& view) {
  std::map<std::pair<Part, std::string>, std::int64_t> sums;
  sums[{Part::overhead, ""}] = view.attribution.overhead;
  for (const EntryShare& share : shares_by_entry(view)) {
    sums[{share.part, visible(share.tool)}] += share.tokens;
  }
  std::vector<Share> out;
  for (auto& [key, tokens] : sums) {
    if (tokens > 0) out.push_back({key.first, key.second, tokens});
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const Share& a, const Share& b) { return a.tokens > b.tokens; });
  return out;
}

}  // namespace context_rot::session
