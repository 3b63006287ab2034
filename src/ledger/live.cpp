#include "ledger/live.h"

#include "util/as_data.h"
#include "util/excerpt.h"
#include "util/redact.h"
#include "util/utf8.h"

namespace context_rot::ledger {

using transcript::BlockKind;

namespace {

constexpr std::size_t max_quoted_wrong = 50;
constexpr std::size_t max_quoted_right = 70;

std::string quoted(std::string_view text, std::size_t max_bytes) {
  return '"' + as_data(excerpt(text, max_bytes), max_bytes + 3) + '"';
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

std::string model_note(const correction::Verdict& verdict) {
  const bool correction = verdict.label == correction::Label::correction;
  std::string note = correction ? "The user seems to correct the last answer"
                                : "The user seems to report that the last result fails";
  if (verdict.clarified) note += ": right " + quoted(*verdict.clarified, max_quoted_right);
  if (verdict.wrong) {
    note += std::string(verdict.clarified ? "; wrong " : ": ") +
            quoted(*verdict.wrong, max_quoted_wrong);
  }
  return note + '.';
}

LedgerEntry entry_of(const correction::Verdict& verdict, std::string_view session,
                     Milliseconds time) {
  LedgerEntry entry;
  entry.id = std::string(cut_utf8(session, 8)) + "-" + std::to_string(time);
  entry.time = time;
  entry.session = session;
  entry.label = verdict.label;
  if (verdict.label == correction::Label::none) {  // a doubtful one, as it would be if it was one
    const bool corrects = 2 * verdict.scores.correction >= verdict.scores.rejected;
    entry.label = corrects ? correction::Label::correction : correction::Label::failure_report;
  }
  entry.scores = verdict.scores;
  entry.kind = verdict.kind;
  entry.wrong = redact_optional(verdict.wrong);
  entry.clarified = redact_optional(verdict.clarified);
  return entry;
}

}  // namespace context_rot::ledger
