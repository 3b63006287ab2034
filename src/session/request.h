#pragma once
// What a prompt asks for, and what a session is for.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "session/from_entry.h"
#include "session/typed_texts.h"

namespace context_rot::session {

/// How much a prompt asks for.
enum class Ask : std::uint8_t {
  nothing,   ///< a nod, a remark, "go on", a refusal, an order not to do something
  question,  ///< wants to know something; the work goes on as before
  order,     ///< of the moment: "commit this", "run it again"
  request,   ///< work of its own
};

/// A prompt in one word, and how much it says.
struct Asked {
  Ask ask = Ask::nothing;
  std::size_t weight = 0;  ///< telling words, at most 60
};

/// What a person's own words (typed.h) ask for: a request where a sentence has a verb of work in
/// front, a word that asks ("can you", "I need", "necesito", "vull") or reports trouble, and tells
/// more than the chores of commits and tests. English, Spanish, Catalan. Linear.
Asked asked_in(std::string_view own);

/// The same of the sentences of a person's own words.
Asked asked_in(const std::vector<Sentence>& sentences);

/// What a session is for: the first request from entry `since` on, the one that says most between,
/// and the newest, each once and in their order, each a line without secrets (excerpt.h) of at most
/// `most` bytes. Empty where nothing was requested. Linear.
std::vector<FromEntry> goal_of(const TypedTexts& typed, std::size_t since, std::size_t most);

}  // namespace context_rot::session
