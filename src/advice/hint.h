#pragma once
// The /compact command with a hint of what matters.

#include <string>

#include "advice/facts.h"
#include "config/config.h"

namespace context_rot::advice {

constexpr std::size_t max_hint_characters = 300;

/// '/compact focus on "TOPIC", keep FILES and DECISIONS, go on with TASKS, drop NOISE', of what the
/// facts have; "/compact" where they have nothing. One line, at most max_hint_characters code
/// points: what does not fit is left out whole, noise first, never cut.
std::string compact_hint(const Facts& facts, config::Language language);

}  // namespace context_rot::advice
