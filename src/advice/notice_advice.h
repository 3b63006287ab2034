#pragma once
// The advice in one line, behind the notice of a crossing.

#include <string>

#include "advice/rubric.h"
#include "config/config.h"

namespace context_rot::advice {

/// The command to paste where the decision is to compact; the prompt to go back to where it is to
/// rewind; a line on the topic where it is to clear; the reason for a subagent. Empty where the
/// notice itself says all there is: continue, and critico. One line.
std::string notice_advice(const Facts& facts, const Decision& decision, config::Language language);

}  // namespace context_rot::advice
