#include "ledger/settle.h"

#include <algorithm>

#include "transcript/turn.h"
#include "util/redact.h"
#include "util/utf8.h"

namespace context_rot::ledger {

using transcript::BlockKind;
using transcript::Conversation;
using transcript::Entry;

namespace {

/// The first line that says something, at most 200 bytes.
std::string_view first_line(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return cut_utf8(text.substr(0, text.find('\n')), 200);
}

bool opens_turn(const Entry& entry) {
  return transcript::starts_prompt_hook(entry) && !entry.queued;
}

/// Confirms the entry where the answer before, the prompt and the first words of the answer to it
/// are surely those of a rejection.
std::optional<std::string> settled_by_answer(const LedgerEntry& entry,
                                             const std::vector<Entry>& entries,
                                             std::vector<Entry>::const_reverse_iterator prompt,
                                             std::string_view next, Milliseconds time,
                                             const correction::Detector& detector) {
  if (prompt == entries.rend()) return std::nullopt;
  const auto before = std::find_if(std::next(prompt), entries.rend(), [](const Entry& e) {
    return transcript::is_model_answer(e) && !transcript::text_of(e).empty();
  });
  if (before == entries.rend()) return std::nullopt;
  const std::string previous = transcript::text_of(*before);
  const std::string typed = transcript::text_of(*prompt);
  const auto verdict = detector.detect({previous, typed, next});
  if (!verdict.noteworthy) return std::nullopt;
  const std::string words = redact(first_line(next));
  return settled_event(entry.id, time, {Standing::confirmed, "answer", words, {}, {}});
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
  const auto is_before = [&](const Entry& e) { return e.time != 0 && e.time < entry.time; };
  const auto dated =
      std::find_if(entries.begin(), entries.end(), [](const Entry& e) { return e.time != 0; });
  // The answer before the prompt is read together with the one behind it.
  const bool has_answer_before = std::any_of(entries.begin(), entries.end(), [&](const Entry& e) {
    return is_before(e) && transcript::is_model_answer(e);
  });
  if (dated != entries.end() && is_before(*dated) && has_answer_before) return true;
  return std::count_if(entries.begin(), entries.end(), opens_turn) > 2;
}

std::optional<std::string> settling_event(const LedgerEntry& entry,
                                          const Conversation& conversation,
                                          std::string_view last_message, Milliseconds time,
                                          const correction::Detector& detector,
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

  std::string_view opening_text;
  const auto settled = [&](std::string_view text) -> std::optional<std::string> {
    correction::Reply reply = correction::read_reply(text, lexicon);
    const bool counts = reply.kind != correction::ReplyKind::acknowledged || opening_text.empty();
    if (opening_text.empty()) opening_text = text;
    if (!counts || reply.kind == correction::ReplyKind::silent) return std::nullopt;
    reply.wrong = redact_optional(reply.wrong);
    reply.clarified = redact_optional(reply.clarified);
    reply.words = redact(reply.words);
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
  if (answer == entries.end() && !last_message.empty()) {
    if (auto event = settled(last_message)) return event;
  }
  if (opening_text.empty()) return std::nullopt;
  if (entry.asked) return settled_event(entry.id, time, {Standing::refuted, "silence", {}, {}, {}});
  return settled_by_answer(entry, entries, prompt, opening_text, time, detector);
}

}  // namespace context_rot::ledger
