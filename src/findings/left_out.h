#pragma once
// What a fork has left out already is not found again.

#include <string_view>

#include "transcript/entry.h"

namespace context_rot::findings {

/// How a text begins that stands in the place of something that was left out.
constexpr std::string_view left_out_opening = "[Left out by context-curate: ";

/// What a fork says of words that it has left out within an answer, behind the opening.
constexpr std::string_view wrong_words = "what was wrong";
constexpr std::string_view old_decision = "a decision that no longer holds";

/// Whether an entry is what a fork made of it: an output or an answer that is nothing but such a
/// text or a correction note (correction/detector.h), or an answer with one of the two notes in it.
/// One that only quotes such a text, or speaks of it, is none.
bool is_left_out(const transcript::Entry& entry);

}  // namespace context_rot::findings
