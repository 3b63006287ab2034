#pragma once
// A prompt cut into what a person wrote, word by word, and what was pasted or quoted.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace context_rot::correction {

/// Only so much of a prompt is looked at: cues stand in front, and the cost stays bounded.
constexpr std::size_t max_prompt_bytes = 64u << 10;
constexpr std::size_t max_tokens = 250;

/// A word, folded, or a stand-in for what fires no cue: "<code>", "<quote>", "<url>",
/// "<file>"; "?" for a question mark, "0" for a number.
struct Token {
  std::string text;
  std::uint32_t begin = 0;  ///< bytes in the text it was read from
  std::uint32_t end = 0;
  std::uint16_t clause = 0;
  std::uint16_t sentence = 0;
};

/// A sentence in the text: from its first word to behind its last, punctuation included.
struct Sentence {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  bool question = false;
  bool exclamation = false;
};

/// What a text looks like apart from its words.
struct Shape {
  std::size_t bytes = 0;
  std::size_t pasted_lines = 0;  ///< outside fences
  bool fence = false;
  bool pasted_first = false;  ///< the first line is pasted
  bool bullets = false;
  bool capitals = false;  ///< two words in capitals side by side
  bool ellipsis = false;
  bool shouting = false;  ///< "!!" or "??"
};

/// A text without what is not prose.
struct Prose {
  std::vector<Token> tokens;
  std::vector<Sentence> sentences;
  Shape shape;
};

/// Reads a text: fenced code, pasted lines (log_line.h), inline code and quotations become
/// stand-ins or vanish, the rest becomes words. Linear in the text; stops at
/// max_prompt_bytes and at `token_limit` words. Any bytes are accepted.
Prose read_prose(std::string_view text, std::size_t token_limit = max_tokens);

}  // namespace context_rot::correction
