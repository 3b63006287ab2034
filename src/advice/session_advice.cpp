#include "advice/session_advice.h"

namespace context_rot::advice {

SessionAdvice advise(const findings::Analysis& analysis, const Fullness& fullness,
                     const Asked& asked, config::Language language) {
  SessionAdvice out;
  out.facts = facts_of(analysis.view, analysis.findings.list, fullness, asked.next);
  out.facts.session_id = asked.session;
  out.facts.curate = asked.curate;
  if (asked.phase_ended && !out.facts.open.any()) out.facts.phase = PhaseEnd::told;
  out.advice = advice_of(out.facts, decide(out.facts), language);
  return out;
}

Recommendation recommendation_of(const Advice& advice) {
  return {std::string(name_of(advice.decision.option)),
          std::string(name_of(advice.decision.rule)),
          advice.headline,
          advice.reasons,
          advice.command,
          advice.fork};
}

}  // namespace context_rot::advice
