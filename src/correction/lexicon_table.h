#pragma once
// The cues as they are compiled in: written by cmake/embed_lexicons.cpp from lexicons/*.yaml.

#include <cstdint>
#include <span>
#include <string_view>

#include "correction/hash.h"

namespace context_rot::correction {

/// What a phrase means, in one language.
struct Meaning {
  std::uint8_t concept_id;
  std::uint8_t language;
};

/// A phrase, or the beginning of one, by the key of its words (phrase_key).
struct PhraseRow {
  std::uint64_t key;
  std::uint32_t first;  ///< of its meanings
  std::uint32_t count;
};

/// The table. `concepts` and `languages` are sorted; a Meaning holds their positions.
struct LexiconTable {
  std::span<const std::string_view> concepts;
  std::span<const std::string_view> languages;
  std::span<const std::uint16_t> slots;
  std::span<const PhraseRow> rows;
  std::span<const Meaning> meanings;
};
extern const LexiconTable lexicon_table;

/// Who speaks: the assistant's words have phrases of their own.
enum class Speaker : std::uint8_t { user, assistant };

/// The hash that a phrase of that speaker begins with.
constexpr std::uint64_t phrase_start(Speaker speaker) {
  return speaker == Speaker::user ? 0x75736572ull : 0x61737369ull;
}
/// The key of a phrase from the key of its beginning and the FNV hash of its next word;
/// `any_ending` for a word that stands for all that begin with it.
constexpr std::uint64_t phrase_key(std::uint64_t before, std::uint64_t word, bool any_ending) {
  return spread(before * 31 + word + (any_ending ? 0x9e3779b97f4a7c15ull : 0));
}

}  // namespace context_rot::correction
