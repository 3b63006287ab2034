#include "ledger/live.h"

#include "util/as_data.h"
#include "util/redact.h"
#include "util/utf8.h"

namespace context_rot::ledger {

using transcript::BlockKind;

namespace {

constexpr std::size_t max_quoted_wrong = 160;
constexpr std::size_t max_quoted_right = 180;

std::string quoted(std::string_view text, std::size_t max_bytes) {
  return '"' + as_data(redact(text), max_bytes) + '"';
}

}  // namespace

std::optional<std::string_view> last_answer(const transcript::Conversation& conversation) {
  const auto& entries = conversation.entries;
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (!transcript::is_model_answer(*entry)) continue;
    for (auto block = entry->blocks.rbegin(); block != entry->blocks.rend(); ++block) {
      if (block->kind == BlockKind::text && !block->text.empty()) return block->text;
    }
  }
  return std::nullopt;
}

std::string model_note(const correction::Verdict& verdict, bool confirm) {
  const bool correction = verdict.label == correction::Label::correction;
  std::string note = correction
                         ? "The user's message seems to correct the previous answer"
                         : "The user's message seems to report that the previous result fails";
  if (verdict.wrong) note += " (" + quoted(*verdict.wrong, max_quoted_wrong) + ")";
  note += '.';
  if (verdict.clarified) {
    note += " The user said: " + quoted(*verdict.clarified, max_quoted_right) + ".";
  }
  note += correction ? " The earlier statement can be treated as superseded."
                     : " That attempt can be treated as failed.";
  if (confirm) {
    note +=
        " If that is right, the answer may open with one line: [Correction: Previous response was "
        "wrong about … User clarified: …]; if not, with [Not a correction].";
  }
  return note;
}

LedgerEntry entry_of(const correction::Verdict& verdict, std::string_view session, Milliseconds time) {
  LedgerEntry entry;
  entry.id = std::string(cut_utf8(session, 8)) + "-" + std::to_string(time);
  entry.time = time;
  entry.session = session;
  entry.label = verdict.label;
  entry.scores = verdict.scores;
  entry.kind = verdict.kind;
  entry.wrong = redact_optional(verdict.wrong);
  entry.clarified = redact_optional(verdict.clarified);
  return entry;
}

}  // namespace context_rot::ledger
