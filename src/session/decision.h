#pragma once
// Decisions that a conversation states, and which of them still hold.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "session/typed_texts.h"
#include "transcript/conversation.h"
#include "transcript/tool_use.h"

namespace context_rot::session {

enum class DecisionState : std::uint8_t { active, superseded };

/// A decision, where it was stated, and whether it holds.
struct Decision {
  std::size_t entry = 0;  ///< where it is stated
  Milliseconds time = 0;
  bool by_user = false;    ///< typed by the person, or chosen when asked
  bool asked = false;      ///< the answer to a question that the model put
  bool plain = false;      ///< a sentence of the person's (plain_decision.h); never superseded
  std::string topic;       ///< "the lock"; the question's header; empty where none is named
  std::string choice;      ///< "Postgres"; in the words of the text
  std::string instead_of;  ///< "Redis", where the sentence names what it replaces
  std::string sentence;    ///< the sentence as it is written, at most 300 bytes, one line
  DecisionState state = DecisionState::active;
  std::optional<std::size_t> superseded_by;  ///< index of the decision that holds now
};

/// What a person decides in plain words (plain_decision.h), and
/// "decided to use X for T", "let's use X", "we'll go with X", "switched from Z to X", "vamos con
/// X", "usaremos X", in prompts and answers, and what was chosen when AskUserQuestion asked,
/// without its "(Recommended)".
/// "Switch to the other tab" and "let's implement the menu" are work and no decisions; questions
/// ("should we use X?"), negations, conditions, quoted lines and code are none either. A later one
/// supersedes an earlier one with another choice where both have the same topic, where it names the
/// earlier choice as what it replaces, or where it says "instead" of the last one. Different topics
/// never contradict. In the order of the conversation; linear in the text, and quadratic in no more
/// than the 500 newest decisions.
std::vector<Decision> decisions_of(const transcript::Conversation& conversation,
                                   const std::vector<transcript::ToolUse>& uses,
                                   const TypedTexts& typed);

/// Two names for the same: equal but for case, articles and punctuation.
bool same_words(std::string_view a, std::string_view b);

}  // namespace context_rot::session
