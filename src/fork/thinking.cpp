#include "fork/thinking.h"

#include <algorithm>

namespace context_rot::fork {

using window::Attribution;
using transcript::Conversation;
using transcript::Entry;
using transcript::EntryKind;

namespace {

using Changes = std::vector<BlockChange>;

/// The changes and the removal of the entry's thinking from a block on, by block.
Changes with_thinking_gone(const Entry& entry, const Changes& changes, std::size_t from_block) {
  Changes out;
  auto change = changes.begin();
  for (std::size_t i = 0; i < entry.blocks.size(); ++i) {
    const bool is_changed = change != changes.end() && change->block == i;
    if (is_changed) {
      out.push_back(*change++);
    } else if (i >= from_block && is_thinking(entry.blocks[i])) {
      out.push_back({i, std::nullopt});
    }
  }
  return out;
}

/// The changes but for those that take thinking out.
Changes without_thinking(const Entry& entry, const Changes& changes) {
  Changes out;
  for (const BlockChange& change : changes) {
    const bool drops = !change.text && is_thinking(entry.blocks[change.block]);
    if (!drops) out.push_back(change);
  }
  return out;
}

}  // namespace

Thinking thinking_in(const Entry& entry, const Changes& changes, std::int64_t now) {
  const Changes others = without_thinking(entry, changes);
  Thinking out;
  out.blocks = changes.size() - others.size();
  if (out.blocks > 0) {
    out.tokens = tokens_after(entry, others, now) - tokens_after(entry, changes, now);
  }
  return out;
}

std::optional<Place> first_change(const std::vector<Edit>& edits) {
  if (edits.empty()) return std::nullopt;
  return Place{edits.front().entry, edits.front().changes.front().block};
}

BoundThinking::BoundThinking(const Conversation& conversation, const Attribution& attribution)
    : conversation_(conversation),
      attribution_(attribution),
      dead_entries_(conversation.entries.size(), false),
      from_(conversation.entries.size() + 1) {
  const auto& entries = conversation.entries;
  bool compacted = false;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    compacted = compacted || entries[i].kind == EntryKind::boundary ||
                entries[i].kind == EntryKind::summary;
    dead_entries_[i] = compacted && entries[i].preserved;
  }
  for (std::size_t i = entries.size(); i-- > 0;) {
    const Thinking own = of(i, 0);
    from_[i] = from_[i + 1];
    (dead_entries_[i] ? dead_ : from_[i]) += own;
  }
}

Thinking BoundThinking::of(std::size_t entry, std::size_t from_block) const {
  const Entry& whole = conversation_.entries[entry];
  return thinking_in(whole, with_thinking_gone(whole, {}, from_block), attribution_.tokens[entry]);
}

Thinking BoundThinking::behind(Place place) const {
  if (place.entry >= dead_entries_.size()) return {};
  Thinking out = from_[place.entry + 1];
  if (!dead_entries_[place.entry]) out += of(place.entry, place.block);
  return out;
}

Thinking BoundThinking::goes_with(const std::optional<Place>& first) const {
  Thinking out = dead_;
  if (first) out += behind(*first);
  return out;
}

void drop_thinking(std::vector<Edit>& edits, const Conversation& conversation,
                   const Attribution& attribution, const BoundThinking& bound, bool keep) {
  const auto first = first_change(edits);
  std::vector<Edit> out;
  auto edit = edits.begin();
  for (std::size_t i = 0; i < conversation.entries.size(); ++i) {
    const Entry& entry = conversation.entries[i];
    Edit own;
    own.entry = i;
    own.only_thinking = true;
    if (edit != edits.end() && edit->entry == i) own = std::move(*edit++);
    std::size_t from_block = entry.blocks.size();
    if (!keep && bound.is_dead(i)) {
      from_block = 0;
    } else if (!keep && first && i >= first->entry) {
      from_block = i == first->entry ? first->block : 0;
    }
    Changes changes = with_thinking_gone(entry, own.changes, from_block);
    if (changes.empty()) continue;
    if (changes.size() == own.changes.size()) {  // none that was not counted
      out.push_back(std::move(own));
      continue;
    }
    own.changes = std::move(changes);
    own.before = attribution.tokens[i];
    own.after = tokens_after(entry, own.changes, own.before);
    own.thinking = thinking_in(entry, own.changes, own.before);
    out.push_back(std::move(own));
  }
  edits = std::move(out);
}

}  // namespace context_rot::fork
