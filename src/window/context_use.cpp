#include "window/context_use.h"

#include <algorithm>

#include "client/models.h"

namespace context_rot::window {

using transcript::Conversation;
using transcript::Entry;
using transcript::EntryKind;

namespace {

bool is_answer(const Entry& entry) {
  return transcript::is_model_answer(entry) && entry.usage && !entry.usage->is_zero();
}

void note_model(const Entry& entry, ContextUse& use) {
  if (!use.model.empty()) return;
  use.model_asked = !entry.requested_model.empty();
  use.model = use.model_asked ? entry.requested_model : entry.model;
}

bool was_there(const Entry& entry, std::optional<Milliseconds> moment) {
  return !moment || *moment == 0 || entry.time <= *moment;
}

}  // namespace

ContextUse context_use(const Conversation& conversation, std::size_t end,
                       std::optional<Milliseconds> moment) {
  ContextUse use;
  for (std::size_t i = std::min(end, conversation.entries.size()); i-- > 0;) {
    const Entry& entry = conversation.entries[i];
    if (entry.sidechain || !was_there(entry, moment)) continue;
    if (entry.kind == EntryKind::attachment) note_model(entry, use);
    if (transcript::is_model_answer(entry) && !is_answer(entry)) {
      note_model(entry, use);
      use.unreported = true;
    }
    if (is_answer(entry)) {
      use.unreported = false;
      note_model(entry, use);
      if (use.origin != UseOrigin::none) break;  // behind a boundary only the model counts
      if (entry.preserved) continue;
      use.origin = UseOrigin::usage;
      use.used = entry.usage->context();
      use.output = entry.usage->output;
      use.time = entry.time;
      break;
    }
    if (entry.kind == EntryKind::boundary) {
      use.time = entry.time;
      if (entry.compaction && entry.compaction->post_tokens) {
        use.origin = UseOrigin::boundary;
        use.used = *entry.compaction->post_tokens;
      }
      if (!use.model.empty() || use.origin == UseOrigin::none) break;
    }
  }
  return use;
}

ContextUse context_use(const Conversation& conversation) {
  return context_use(conversation, conversation.entries.size());
}

bool knows_use(const Conversation& conversation) {
  // A boundary tells how much, but only an answer of which model.
  const ContextUse use = context_use(conversation);
  return use.origin != UseOrigin::none && !use.model.empty();
}

std::int64_t highest_use(const Conversation& conversation) {
  std::int64_t highest = 0;
  for (const Entry& entry : conversation.entries) {
    if (is_answer(entry)) highest = std::max(highest, entry.usage->context());
    const std::int64_t before = entry.compaction ? entry.compaction->pre_tokens.value_or(0) : 0;
    if (before > client::standard_window * 3 / 2) highest = std::max(highest, before);
  }
  return highest;
}

std::optional<ContextUse> use_at_previous_prompt(const Conversation& conversation) {
  const auto& entries = conversation.entries;
  const auto is_boundary = [](const Entry& entry) { return entry.kind == EntryKind::boundary; };
  const auto last_boundary = std::find_if(entries.rbegin(), entries.rend(), is_boundary);
  for (std::size_t i = entries.size(); i-- > 0;) {
    const Entry& entry = entries[i];
    if (is_boundary(entry)) return context_use(conversation, i + 1);
    if (entry.sidechain || entry.preserved || !starts_prompt_hook(entry)) continue;
    ContextUse use = context_use(conversation, i, entry.typed);
    if (use.origin == UseOrigin::none && last_boundary == entries.rend() &&
        !conversation.complete) {
      return std::nullopt;  // it may stand in the part that was not read
    }
    return use;
  }
  return std::nullopt;
}

}  // namespace context_rot::window
