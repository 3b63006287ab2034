#include "fork_fault.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <set>
#include <vector>

namespace context_rot::test {

namespace {

using transcript::BlockKind;
using transcript::Conversation;
using transcript::Entry;
using transcript::EntryKind;

std::string shape(const Entry& entry) {
  std::string out = std::to_string(static_cast<int>(entry.kind)) + entry.message_id;
  for (const auto& block : entry.blocks) {
    out += "|" + std::to_string(static_cast<int>(block.kind)) + block.text + block.input +
           block.tool_use_id + (block.is_error ? "!" : "") + std::to_string(block.images);
  }
  return out;
}

/// Calls without a result, results without a call before them, by how often.
std::multiset<std::string> broken_pairs(const Conversation& conversation) {
  std::multiset<std::string> out;
  std::set<std::string> asked;
  for (const Entry& entry : conversation.entries) {
    for (const auto& block : entry.blocks) {
      if (block.kind == BlockKind::tool_use) asked.insert(block.tool_use_id);
      if (block.kind == BlockKind::tool_result && asked.erase(block.tool_use_id) == 0) {
        out.insert("result " + block.tool_use_id);
      }
    }
  }
  for (const auto& id : asked) out.insert("call " + id);
  return out;
}

bool is_thought(const transcript::Block& block) {
  return block.kind == BlockKind::thinking || block.kind == BlockKind::redacted_thinking;
}

/// A block of thinking with what the API would sign it for: all that stands before it, thinking
/// left out, and the thinking before it.
struct Signed {
  std::string block;
  std::size_t prefix = 0;
  std::string before;
};

std::vector<Signed> signatures_of(const Conversation& conversation) {
  std::vector<Signed> out;
  std::size_t prefix = 0;
  std::string before;
  for (const Entry& entry : conversation.entries) {
    if (entry.kind == EntryKind::boundary || entry.kind == EntryKind::system) continue;
    for (const auto& block : entry.blocks) {
      if (!is_thought(block)) {
        prefix = std::hash<std::string>()(
            std::to_string(prefix) + "|" + std::to_string(static_cast<int>(block.kind)) +
            block.text + block.input + block.tool_use_id + (block.is_error ? "!" : ""));
        continue;
      }
      const std::string name = entry.message_id + " " + block.text;
      out.push_back({name, prefix, before});
      before = name;
    }
  }
  return out;
}

/// Whether each block of thinking in the fork is as the original's model made it.
std::string binding_fault(const Conversation& original, const Conversation& forked) {
  std::multimap<std::string, Signed> made;  // several may read alike
  for (const Signed& thought : signatures_of(original)) made.emplace(thought.block, thought);
  bool first = true;
  for (const Signed& thought : signatures_of(forked)) {
    const auto [from, to] = made.equal_range(thought.block);
    if (from == to) return "thinking that was not there: " + thought.block;
    const bool bound = std::any_of(from, to, [&](const auto& then) {
      return then.second.prefix == thought.prefix &&
             (first || then.second.before == thought.before);
    });
    if (!bound) return "thinking behind a change or a gap: " + thought.block;
    first = false;
  }
  bool summed_up = false;
  for (const Entry& entry : forked.entries) {
    summed_up = summed_up || entry.kind == EntryKind::summary;
    if (!summed_up || !entry.preserved) continue;
    if (std::any_of(entry.blocks.begin(), entry.blocks.end(), is_thought)) {
      return "thinking that the compaction made void: " + entry.message_id;
    }
  }
  return {};
}

}  // namespace

std::string fault_of(const fork::Fork& made, const Conversation& original, bool keeps_thinking) {
  const auto read = transcript::read_session(made.file, transcript::Detail::content);
  if (!read) return "the fork cannot be read";
  const Conversation& forked = *read;
  // The conversation with the plan carried out, entry by entry, is what the fork must be.
  std::map<std::size_t, const fork::Edit*> edits;
  for (const auto& edit : made.plan.edits) edits[edit.entry] = &edit;
  std::vector<std::string> expected;
  const auto& entries = made.analysis->conversation.entries;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto edit = edits.find(i);
    const Entry entry =
        edit == edits.end() ? entries[i] : fork::changed(entries[i], edit->second->changes);
    if (edit == edits.end() || !entry.blocks.empty()) expected.push_back(shape(entry));
  }
  std::vector<std::string> found;
  for (const Entry& entry : forked.entries) found.push_back(shape(entry));
  if (found != expected) {
    for (std::size_t i = 0; i < std::max(found.size(), expected.size()); ++i) {
      const std::string a = i < expected.size() ? expected[i] : "nothing";
      const std::string b = i < found.size() ? found[i] : "nothing";
      if (a != b) return "entry " + std::to_string(i) + " is\n" + b + "\ninstead of\n" + a;
    }
  }
  if (!keeps_thinking) {
    const std::string fault = binding_fault(made.analysis->conversation, forked);
    if (!fault.empty()) return fault;
  }
  for (const auto& [at, edit] : edits) {
    const EntryKind kind = entries[at].kind;
    if (kind == EntryKind::prompt || kind == EntryKind::summary) return "a prompt was changed";
  }
  const auto before = broken_pairs(made.analysis->conversation);
  for (const auto& pair : broken_pairs(forked)) {
    if (before.count(pair) == 0) return "a broken pair: " + pair;
  }
  if (made.plan.after < 0 || made.plan.after > made.plan.before) return "tokens";
  std::int64_t counted = made.plan.room.tokens + made.plan.thinking.tokens;
  std::size_t changes = made.plan.room.entries;
  for (const auto& kind : made.plan.kinds) {
    counted += kind.tokens;
    changes += kind.entries;
  }
  std::int64_t saved = 0;
  for (const auto& edit : made.plan.edits) {
    saved += edit.saved();
    changes += edit.only_thinking ? 1 : 0;
  }
  if (counted != saved || changes != made.plan.edits.size()) return "the counts";
  if (std::filesystem::file_size(made.file) != made.composition.bytes)
    return "the size in the header";
  if (original.entries.size() < entries.size()) return "the original changed";
  return {};
}

}  // namespace context_rot::test
