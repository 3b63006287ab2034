#pragma once
// Rules of the person for all of the work to come.

#include <vector>

#include "session/from_entry.h"
#include "session/typed_texts.h"
#include "transcript/conversation.h"
#include "transcript/tool_use.h"

namespace context_rot::session {

/// The standing rules in a person's own words (typed.h), and the permissions that a skill in use
/// asks for ("do not push unless the user asks"): sentences with always, never, from now on, must,
/// and "don't" with what it is about; no questions, no orders of the moment ("yet", "for now",
/// "I only want to understand it"), no complaints. A rule against changes is gone once something
/// was changed for a later prompt, and any rule that a later prompt asks the opposite of. English,
/// Spanish, Catalan. At most `most`, the newest, in their order, each once, each one line without
/// secrets (excerpt.h). Linear in the text.
std::vector<FromEntry> standing_rules(const transcript::Conversation& conversation,
                                      const std::vector<transcript::ToolUse>& uses,
                                      const TypedTexts& typed, std::size_t most);

/// Whether a sentence states a rule by itself, as standing_rules() finds them.
bool states_rule(const Sentence& sentence);

/// Whether folded words are of the moment only: "for now", "this time", "yet".
bool is_momentary(std::string_view folded);

}  // namespace context_rot::session
