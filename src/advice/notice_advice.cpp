#include "advice/notice_advice.h"

#include "advice/advice_text.h"

namespace context_rot::advice {

std::string notice_advice(const Facts& facts, const Decision& decision, config::Language language) {
  const Advice advice = advice_of(facts, decision, language);
  if (decision.rule == Rule::critical) return {};
  switch (decision.option) {
    case Option::compact:
      // Without anything to say the hint is the bare command, which the notice already names.
      return advice.command == "/compact" ? std::string() : advice.command;
    case Option::rewind:
    case Option::clear:
    case Option::subagent:
      return advice.headline + (advice.reasons.empty() ? "" : " (" + advice.reasons.front() + ")");
    case Option::go_on:
      break;
  }
  return {};
}

}  // namespace context_rot::advice
