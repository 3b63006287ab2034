#include "pollution/find.h"
#include "pollution/quote.h"
#include "pollution/revert_request.h"

namespace context_rot::pollution {

namespace {

using correction::LedgerEntry;
using correction::Standing;

const LedgerEntry* settled(const SessionView& view, const Judgement& judgement) {
  if (!judgement.in_ledger) return nullptr;
  const LedgerEntry& entry = (*view.surroundings.ledger)[*judgement.in_ledger];
  return entry.standing == Standing::open ? nullptr : &entry;
}

bool is_correction(const Judgement& judgement, const LedgerEntry* ledger) {
  if (!judgement.previous) return false;
  if (ledger) return ledger->standing == Standing::confirmed;
  return judgement.verdict.noteworthy && judgement.verdict.label == correction::Label::correction;
}

}  // namespace

void find_corrected(const SessionView& view, Claims& claims) {
  for (std::size_t t = 0; t < view.turns.size(); ++t) {
    const Judgement& judgement = view.judgements[t];
    const LedgerEntry* ledger = settled(view, judgement);
    if (!is_correction(judgement, ledger)) continue;
    const std::size_t prompt = view.turns[t].prompt;
    // "revert that" corrects the answer too; what was taken back with it says more.
    if (!ledger && revert_request(text_of(view.conversation.entries[prompt])).asked) continue;
    const auto& answer = view.conversation.entries[*judgement.previous];
    const auto& wrong = ledger && ledger->wrong ? ledger->wrong : judgement.verdict.wrong;
    const auto& right =
        ledger && ledger->clarified ? ledger->clarified : judgement.verdict.clarified;
    Finding finding;
    finding.kind = Kind::corrected;
    finding.remedy = Remedy::note;
    finding.entries = {*judgement.previous};
    finding.by = prompt;
    finding.time = view.conversation.entries[prompt].time;
    constexpr std::size_t longest = 200;
    finding.quote = quote(wrong ? *wrong : text_of(answer), longest);
    finding.right = quote(right ? *right : text_of(view.conversation.entries[prompt]), longest);
    finding.clarified = right.has_value();
    if (wrong) finding.claim = *wrong;
    finding.evidence =
        "\"" + quote(finding.quote) + "\" was corrected: \"" + quote(finding.right) + "\"";
    claims.add(std::move(finding));
  }
}

}  // namespace context_rot::pollution
