#include "ledger/settle.h"

#include <algorithm>

#include "util/redact.h"

namespace context_rot::ledger {

using transcript::BlockKind;
using transcript::Conversation;
using transcript::Entry;

namespace {

bool opens_turn(const Entry& entry) {
  return transcript::starts_prompt_hook(entry) && !entry.queued;
}

}  // namespace

const LedgerEntry* open_entry(const Ledger& ledger, std::string_view session) {
  const auto newest = std::find_if(ledger.entries.rbegin(), ledger.entries.rend(),
                                   [&](const LedgerEntry& e) { return e.session == session; });
  const bool open = newest != ledger.entries.rend() && newest->standing == Standing::open;
  return open ? &*newest : nullptr;
}

bool reaches(const Conversation& conversation, const LedgerEntry& entry) {
  const auto& entries = conversation.entries;
  const auto dated =
      std::find_if(entries.begin(), entries.end(), [](const Entry& e) { return e.time != 0; });
  if (dated != entries.end() && dated->time < entry.time) return true;
  return std::count_if(entries.begin(), entries.end(), opens_turn) > 2;
}

std::optional<std::string> settling_event(const LedgerEntry& entry,
                                          const Conversation& conversation,
                                          std::string_view last_message, Milliseconds time,
                                          const correction::Lexicon& lexicon) {
  const auto& entries = conversation.entries;
  // The answer is younger than the entry, whose hook ran before the request was sent; the
  // prompt's own line may be dated before or after it.
  const auto first = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) {
    return transcript::is_model_answer(e) && e.time > entry.time;
  });
  if (first == entries.begin() && first != entries.end()) return std::nullopt;
  const auto prompt = std::find_if(std::make_reverse_iterator(first), entries.rend(), opens_turn);
  // A turn that began well after the entry is not the one that the entry speaks of.
  constexpr Milliseconds longest_start = 30'000;
  if (prompt != entries.rend() && prompt->time > entry.time + longest_start) return std::nullopt;

  bool opening = true;
  const auto settled = [&](std::string_view text) -> std::optional<std::string> {
    correction::Reply reply = correction::read_reply(text, lexicon);
    const bool counts = reply.kind != correction::ReplyKind::acknowledged || opening;
    opening = false;
    if (!counts || reply.kind == correction::ReplyKind::silent) return std::nullopt;
    reply.wrong = redact_optional(reply.wrong);
    reply.clarified = redact_optional(reply.clarified);
    return settled_by_reply(entry.id, time, reply);
  };
  auto answer = first;
  for (; answer != entries.end() && !opens_turn(*answer); ++answer) {
    if (!transcript::is_model_answer(*answer)) continue;
    for (const transcript::Block& block : answer->blocks) {
      if (block.kind != BlockKind::text || block.text.empty()) continue;
      if (auto event = settled(block.text)) return event;
    }
  }
  if (answer != entries.end() || last_message.empty()) return std::nullopt;
  return settled(last_message);
}

}  // namespace context_rot::ledger
