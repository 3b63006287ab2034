#include <algorithm>

#include "correction/reply.h"
#include "findings/find.h"
#include "findings/wrong_side.h"
#include "session/revert_request.h"
#include "util/excerpt.h"

namespace context_rot::findings {

namespace {

using correction::Label;
using correction::ReplyKind;
using ledger::LedgerEntry;
using ledger::Standing;

const LedgerEntry* settled(const session::SessionView& view, const session::Judgement& judgement) {
  if (!judgement.in_ledger) return nullptr;
  const LedgerEntry& entry = (*view.surroundings.ledger)[*judgement.in_ledger];
  return entry.standing == Standing::open ? nullptr : &entry;
}

/// Chances above which nine of ten were right, cross-validated over the labelled prompts (see
/// correction/README.md), each with a wrong side that was found in an answer before:
/// what is said is denied (0.95 rejected, 93 prompts with two words in common, 0.90 of 29 with
/// three), the answer that followed concedes it (0.98 of 46), or the model is sure (0.93 of 46).
constexpr double rejected_and_denied = 0.5;
constexpr std::size_t shared_and_denied = 3;
constexpr double correction_and_conceded = 0.25;
constexpr double rejected_and_conceded = 0.4;
constexpr double correction_alone = 0.7;
constexpr double rejected_alone = 0.8;

bool is_sure(const Contradiction& found, const correction::Scores& scores, bool conceded) {
  if (found.denies && found.shared >= shared_and_denied && scores.rejected >= rejected_and_denied) {
    return true;
  }
  if (conceded && scores.correction >= correction_and_conceded &&
      scores.rejected >= rejected_and_conceded) {
    return true;
  }
  return scores.correction >= correction_alone && scores.rejected >= rejected_alone;
}

/// What the answer to the prompt says of it.
ReplyKind reply_to(const session::SessionView& view, std::size_t turn) {
  static const correction::Lexicon lexicon;
  const auto next = view.turns[turn].first_text;
  if (!next) return ReplyKind::silent;
  return correction::read_reply(transcript::text_of(view.conversation.entries[*next]), lexicon)
      .kind;
}

/// What was wrong and what is right, where it is sure enough to act on.
std::optional<Contradiction> sure_correction(const session::SessionView& view, std::size_t turn,
                                             bool conceded) {
  const auto& scores = view.judgements[turn].verdict.scores;
  const bool may_be = conceded || scores.correction >= correction_alone ||
                      (scores.rejected >= rejected_and_denied && denies_something(view, turn));
  if (!may_be) return std::nullopt;
  auto found = contradicted_by(view, turn);
  if (found && is_sure(*found, scores, conceded)) return found;
  if (!conceded) return std::nullopt;
  return question_set_aside(view, turn);
}

/// The statement without what leads up to it and what it sets aside ("no, ... not X"), where the
/// correction module cuts no more than that off.
std::string without_rest(const std::string& statement,
                         const std::optional<std::string>& clarified) {
  const bool part = clarified && clarified->size() * 2 >= statement.size() &&
                    statement.find(*clarified) != std::string::npos;
  return part ? *clarified : statement;
}

Finding correction_of(const session::SessionView& view, std::size_t prompt, std::size_t answer) {
  Finding finding = finding_of(Kind::corrected);
  finding.entries = {answer};
  finding.by = prompt;
  finding.time = view.conversation.entries[prompt].time;
  return finding;
}

void put_words(Finding& finding, const std::string& wrong, const std::string& right) {
  constexpr std::size_t longest = 200;
  finding.quote = excerpt(wrong, longest);
  finding.right = excerpt(right, longest);
  finding.evidence =
      "\"" + excerpt(finding.quote) + "\" was corrected: \"" + excerpt(finding.right) + "\"";
}

/// As the ledger has it confirmed. What was wrong are the model's or the person's own words, else
/// what the answers say; nothing where nobody can tell.
std::optional<Finding> confirmed(const session::SessionView& view, std::size_t turn,
                                 const LedgerEntry& ledger) {
  const session::Judgement& judgement = view.judgements[turn];
  const std::size_t prompt = view.turns[turn].prompt;
  const std::string answer = transcript::text_of(view.conversation.entries[*judgement.previous]);
  const auto found = contradicted_by(view, turn);
  std::optional<std::string> wrong = ledger.wrong;
  const auto& guess = judgement.verdict.wrong;
  if (!wrong && guess && answer.find(*guess) != std::string::npos) wrong = guess;
  const bool elsewhere = found && (!wrong || answer.find(*wrong) == std::string::npos);
  if (!wrong && found) wrong = found->wrong;
  if (!wrong) return std::nullopt;
  Finding finding = correction_of(view, prompt, elsewhere ? found->entry : *judgement.previous);
  const auto& right = ledger.clarified ? ledger.clarified : judgement.verdict.clarified;
  put_words(finding, *wrong,
            right ? *right : transcript::text_of(view.conversation.entries[prompt]));
  finding.clarified = right.has_value();
  finding.claim = *wrong;
  return finding;
}

/// What the correction module takes for a correction and nobody has confirmed.
bool is_likely(const correction::Verdict& verdict) {
  return verdict.noteworthy && verdict.label == Label::correction;
}

Finding guessed(const session::SessionView& view, std::size_t turn) {
  const std::size_t prompt = view.turns[turn].prompt;
  Finding finding = correction_of(view, prompt, *view.judgements[turn].previous);
  const std::string text = transcript::text_of(view.conversation.entries[prompt]);
  const correction::Verdict& verdict = view.judgements[turn].verdict;
  finding.right = excerpt(text, 200);
  finding.evidence = "\"" + excerpt(text) + "\" may correct the answer before it";
  if (verdict.wrong && verdict.clarified) {
    finding.right = *verdict.clarified;
    finding.evidence += ": wrong \"" + excerpt(*verdict.wrong) + "\", right \"" +
                        excerpt(*verdict.clarified) + "\"";
  }
  finding.tokens = view.attribution.tokens[finding.entries.front()];
  return finding;
}

}  // namespace

void find_corrected(const session::SessionView& view, Claims& claims) {
  for (std::size_t t = 0; t < view.turns.size(); ++t) {
    const session::Judgement& judgement = view.judgements[t];
    if (!judgement.previous) continue;
    const std::size_t prompt = view.turns[t].prompt;
    if (const LedgerEntry* ledger = settled(view, judgement)) {
      if (ledger->standing != Standing::confirmed) continue;
      if (auto finding = confirmed(view, t, *ledger)) {
        claims.add(*std::move(finding));
      } else {
        claims.suspect(guessed(view, t));
      }
      continue;
    }
    const bool likely = is_likely(judgement.verdict);
    if (!likely && judgement.verdict.scores.rejected < rejected_and_conceded) continue;
    // "revert that" corrects the answer too; what was taken back with it says more.
    if (session::revert_request(transcript::text_of(view.conversation.entries[prompt])).asked)
      continue;
    const ReplyKind reply = reply_to(view, t);
    if (reply == ReplyKind::refusal) continue;
    const bool conceded = reply != ReplyKind::silent;
    // What the ledger has left open is not acted on by detection alone.
    const bool open = judgement.in_ledger && !conceded;
    if (open) {
      if (likely) claims.suspect(guessed(view, t));
      continue;
    }
    if (auto found = sure_correction(view, t, conceded)) {
      Finding finding = correction_of(view, prompt, found->entry);
      put_words(finding, found->wrong, without_rest(found->right, judgement.verdict.clarified));
      finding.claim = found->wrong;
      finding.clarified = true;
      if (claims.add(std::move(finding))) continue;
    }
    if (likely) claims.suspect(guessed(view, t));
  }
}

}  // namespace context_rot::findings
