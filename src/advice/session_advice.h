#pragma once
// The advice for a session, the same for every program that shows it.

#include <string>
#include <string_view>
#include <vector>

#include "advice/advice_text.h"
#include "advice/facts.h"
#include "advice/rubric.h"
#include "config/config.h"
#include "findings/analysis.h"

namespace context_rot::advice {

/// What was decided for a session, on what, and how it is said.
struct SessionAdvice {
  Facts facts;
  Advice advice;
};

/// What is known beside the session.
struct Asked {
  std::string session;    ///< its id, for commands that name it; may be empty
  std::string_view next;  ///< the prompt at hand, or what the person is about to do; may be empty
  bool phase_ended = false;               ///< the person says that a phase has ended
  std::string curate = "context-curate";  ///< how that program is started here
};

/// Gathers the facts, decides, and puts it into words.
SessionAdvice advise(const findings::Analysis& analysis, const Fullness& fullness,
                     const Asked& asked, config::Language language);

/// What to do, as every report shows it: the decision of advice/rubric.h.
struct Recommendation {
  std::string option;    ///< "continue", "rewind", "compact", "clear", "subagent"; empty: not asked
  std::string rule;      ///< the step that decided
  std::string headline;  ///< in the reader's language
  std::vector<std::string> reasons;
  std::string command;  ///< to paste; empty for continue
  std::string fork;     ///< the command for a fork without the noise; empty: not worth it
};

/// The decision as a report shows it.
Recommendation recommendation_of(const Advice& advice);

}  // namespace context_rot::advice
