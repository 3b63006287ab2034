#pragma once
// A text with its cues: what every later step works on.

#include <optional>
#include <string_view>
#include <vector>

#include "correction/lexicon.h"
#include "correction/prose.h"

namespace context_rot::correction {

/// A text as the features see it.
struct Reading {
  Prose prose;
  std::vector<Hit> hits;     ///< cues of the text's own languages, in order of position
  std::vector<bool> common;  ///< per token: one of a language's commonest words
  Languages languages = 0;
};

/// Reads a text of that speaker. Cues of languages that it is not written in are left out
/// ("no" is a negation in English and "in the" in Portuguese); a few of English stay, since
/// people everywhere write "error" and "not working".
Reading read_text(std::string_view text, Speaker speaker, const Lexicon& lexicon,
                  std::size_t token_limit = max_tokens);

/// An answer given and what was typed at it.
struct Exchange {
  std::string_view previous;             ///< the assistant's answer before, as much as is known
  std::string_view text;                 ///< the prompt
  std::optional<std::string_view> next;  ///< the answer to it, where it is known already
};

/// Only the ends that meet count: the last bytes of the answer before, the first of the next.
constexpr std::size_t previous_bytes = 600;
constexpr std::size_t next_bytes = 300;

/// The last `bytes` of a text, from a code point's start.
std::string_view tail_of(std::string_view text, std::size_t bytes);

}  // namespace context_rot::correction
