#pragma once
// A conversation cut at the prompts of the person.

#include <optional>
#include <string>
#include <vector>

#include "transcript/conversation.h"

namespace context_rot::transcript {

/// A prompt and what came of it: indices into the conversation's entries.
struct Turn {
  std::size_t prompt = 0;  ///< entry; the first of the conversation where `opened` is false
  bool opened = true;      ///< false: what stands in front of the first prompt
  std::size_t end = 0;     ///< one past its last entry
  std::optional<std::size_t> first_text;  ///< first entry of the assistant with text
  std::optional<std::size_t> answer;      ///< last one
};

/// The turns in order; together they hold every entry. A prompt is what a person typed, sent or
/// called a skill with; on a sidechain nobody types. An empty conversation has no turns.
std::vector<Turn> turns_of(const transcript::Conversation& conversation);

/// The texts of an entry, joined by line feeds: no thinking, no calls, no results.
std::string text_of(const transcript::Entry& entry);

/// The turn that an entry stands in; `turns` must not be empty. Logarithmic.
std::size_t turn_at(const std::vector<Turn>& turns, std::size_t entry);

}  // namespace context_rot::transcript
