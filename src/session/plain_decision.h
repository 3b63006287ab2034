#pragma once
// Decisions that a person gives in plain words.

#include <string>
#include <string_view>
#include <vector>

#include "session/wording.h"

namespace context_rot::session {

/// The sentences of a person's own words (typed.h) that decide how something is to be: "let's keep
/// it in one file", "no, don't set it", "use X as the name", "it should open the last one", "mejor
/// en una rama aparte", "ha de quedar a la capçalera". Not what to do next ("let's commit", "let's
/// see"), no questions, guesses, conditions and complaints. English, Spanish, Catalan; as they are
/// written, at most 300 bytes each. Linear.
std::vector<std::string> plain_decisions(std::string_view own);

/// The same of the sentences of a person's own words.
std::vector<std::string> plain_decisions(const std::vector<Sentence>& sentences);

/// The verdicts of an answer: paragraphs that open with a whole sentence in bold which says how it
/// is to be ("**Keep the list where it is.**", "**Routes or tabs → routes.**", "**The header must
/// hold no data.**"). Whether the person goes along with them is not seen here. Linear.
std::vector<std::string> bold_verdicts(std::string_view answer);

}  // namespace context_rot::session
