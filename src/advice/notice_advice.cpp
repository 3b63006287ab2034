#include "advice/notice_advice.h"

#include "advice/advice_text.h"

namespace context_rot::advice {

NoticeAdvice notice_advice(const Facts& facts, const Decision& decision, config::Language language) {
  NoticeAdvice out;
  out.compacts = decision.option == Option::compact;
  out.phase_end = decision.rule == Rule::phase_end;
  const bool by_band = decision.option == Option::go_on || decision.rule == Rule::critical;
  if (by_band) return out;
  const Advice advice = advice_of(facts, decision, language);
  if (out.compacts) {
    // Without anything to say the hint is the bare command, which the notice already names.
    if (advice.command != "/compact") out.text = advice.command;
  } else {
    out.text =
        advice.headline + (advice.reasons.empty() ? "" : " (" + advice.reasons.front() + ")");
  }
  return out;
}

}  // namespace context_rot::advice
