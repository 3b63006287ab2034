#include "findings/find.h"
#include "session/revert_request.h"
#include "util/excerpt.h"

namespace context_rot::findings {

namespace {

using ledger::LedgerEntry;
using ledger::Standing;

const LedgerEntry* settled(const session::SessionView& view, const session::Judgement& judgement) {
  if (!judgement.in_ledger) return nullptr;
  const LedgerEntry& entry = (*view.surroundings.ledger)[*judgement.in_ledger];
  return entry.standing == Standing::open ? nullptr : &entry;
}

bool is_correction(const session::Judgement& judgement, const LedgerEntry* ledger) {
  if (!judgement.previous) return false;
  if (ledger) return ledger->standing == Standing::confirmed;
  return judgement.verdict.noteworthy && judgement.verdict.label == correction::Label::correction;
}

}  // namespace

void find_corrected(const session::SessionView& view, Claims& claims) {
  for (std::size_t t = 0; t < view.turns.size(); ++t) {
    const session::Judgement& judgement = view.judgements[t];
    const LedgerEntry* ledger = settled(view, judgement);
    if (!is_correction(judgement, ledger)) continue;
    const std::size_t prompt = view.turns[t].prompt;
    // "revert that" corrects the answer too; what was taken back with it says more.
    if (!ledger && session::revert_request(transcript::text_of(view.conversation.entries[prompt])).asked) continue;
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
    finding.quote = excerpt(wrong ? *wrong : transcript::text_of(answer), longest);
    finding.right = excerpt(right ? *right : transcript::text_of(view.conversation.entries[prompt]), longest);
    finding.clarified = right.has_value();
    if (wrong) finding.claim = *wrong;
    finding.evidence =
        "\"" + excerpt(finding.quote) + "\" was corrected: \"" + excerpt(finding.right) + "\"";
    claims.add(std::move(finding));
  }
}

}  // namespace context_rot::findings
