#pragma once
// How many tokens something probably takes, where nobody has counted them.

#include <cstdint>
#include <string_view>

#include "transcript/entry.h"

namespace context_rot::window {

/// Tokens of a text: a quarter of its ASCII bytes (the rule of thumb of the API's documentation),
/// and by the length of their encoding a half, one or two for every other character, of which
/// tokenizers keep fewer whole words.
std::int64_t estimate_tokens(std::string_view text);

/// What an entry weighs in the window, and the most that it can weigh.
struct Weight {
  std::int64_t estimate = 0;
  std::int64_t most = 0;  ///< no token is shorter than a byte
};

/// Nothing for what the client does not send: boundaries, system lines, attachments without a
/// rendered text, answers of a sidechain, errors of the API. An answer weighs what the API says
/// that it wrote, thinking included, where it says so and was not interrupted; signatures are
/// not in the blocks and cost nothing. An image weighs by its size, at most 1,600 tokens (the
/// API's documentation: width * height / 750, scaled to fit), but may be found to weigh up to
/// 5,000; a document 2,000 and up to 100,000.
Weight weight_of(const transcript::Entry& entry);

/// What one block of an entry that is sent weighs, by its content alone.
Weight weight_of(const transcript::Block& block);

}  // namespace context_rot::window
