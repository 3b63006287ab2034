#pragma once
// From a person's words to a rule, and to the tool calls that it is about.

#include <optional>
#include <string>
#include <string_view>

#include "rules/rule.h"

namespace context_rot::rules {

/// What words are about: "use pnpm, not npm" the program npm, "never push without asking" `git
/// push`, "don't touch src/generated" that folder; "use pnpm" alone the programs that it stands in
/// the place of. English and Spanish; programs by a list of what developers use, of those that are
/// common words too ("make", "go") only where something is used or run. Empty where it is not
/// clear. Any bytes; linear.
Pattern proposed_pattern(std::string_view words);

/// The first sentence in a person's own words (session/typed.h) that is to hold beyond the moment:
/// a standing rule, or one with a pattern that says what to use. Without nods and "I said" in
/// front, at most max_rule_bytes, without secrets. Nothing for questions and orders of the moment.
/// Linear.
std::optional<std::string> rule_in(std::string_view own_words);

/// Whether two rules say much the same: the same calls, or most of their words.
bool are_alike(std::string_view one, std::string_view other);

}  // namespace context_rot::rules
