#pragma once
// Prose cut into sentences and words, for rules about what is asked, decided and left open.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "util/ascii.h"

namespace context_rot::session {

/// A set of words that the compiler makes: finding one costs a look at the word's ends and one
/// comparison, and the start of a program nothing.
template <std::size_t Count>
class WordList {
 public:
  consteval explicit WordList(std::array<std::string_view, Count> words) : words_(words) {
    for (std::size_t i = 0; i < Count; ++i) {
      std::size_t slot = slot_of(words[i]);
      while (slots_[slot] != 0) slot = (slot + 1) % slots_.size();
      slots_[slot] = static_cast<std::uint16_t>(i + 1);
    }
  }
  /// Whether the word is one of them.
  constexpr bool contains(std::string_view word) const {
    for (std::size_t slot = slot_of(word); slots_[slot] != 0; slot = (slot + 1) % slots_.size()) {
      if (words_[slots_[slot] - 1] == word) return true;
    }
    return false;
  }

 private:
  static constexpr std::size_t slot_of(std::string_view word) {
    if (word.empty()) return 0;
    const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(word[at]); };
    return (word.size() + byte(0) * 7u + byte(word.size() / 2) * 67u +
            byte(word.size() - 1) * 259u + byte(word.size() / 3) * 31u) %
           std::bit_ceil(4 * Count);
  }

  std::array<std::string_view, Count> words_;
  std::array<std::uint16_t, std::bit_ceil(4 * Count)>
      slots_{};  // 0: empty, else a word's place + 1
};

/// Phrases that are looked for in a text all at once: at the beginning of each word only those that
/// begin with its letter are compared. Every phrase begins with a small ASCII letter.
template <std::size_t Count>
class PhraseList {
 public:
  consteval explicit PhraseList(std::array<std::string_view, Count> phrases) : phrases_(phrases) {
    std::sort(phrases_.begin(), phrases_.end());
    for (const std::string_view phrase : phrases_) {
      const std::size_t letter = letter_of(phrase.front());
      if (letter >= letters) throw "a phrase begins with a small letter";
      for (std::size_t behind = letter + 1; behind <= letters; ++behind) ++begins_[behind];
    }
  }
  /// The phrases in order.
  constexpr const std::array<std::string_view, Count>& sorted() const { return phrases_; }
  /// The places in that order, from and up to, of those that begin with this byte.
  constexpr std::pair<std::size_t, std::size_t> beginning_with(char first) const {
    const std::size_t letter = letter_of(first);
    if (letter >= letters) return {0, 0};
    return {begins_[letter], begins_[letter + 1]};
  }

 private:
  static constexpr std::size_t letters = 26;
  static constexpr std::size_t letter_of(char c) {
    return static_cast<std::size_t>(static_cast<unsigned char>(c)) - 'a';
  }

  std::array<std::string_view, Count> phrases_;
  std::array<std::uint16_t, letters + 1> begins_{};
};

/// A sentence as it is written, without list marks and bold, on one line.
struct Sentence {
  std::string text;    ///< with its closing mark
  std::string folded;  ///< small letters without accents, one blank between words, for looking up
  bool question = false;
};

/// The beginning of a text: `most` bytes and the rest of the sentence that the last of them stands
/// in, of which at most 400 bytes. Never cut in the middle of a character; points into `text`.
std::string_view whole_sentences(std::string_view text, std::size_t most);

/// The sentences of a text, at most `most` of them: no fenced code, no headings, tables and
/// quoted lines. A line ends a sentence. Any bytes; linear.
std::vector<Sentence> sentences_of(std::string_view text, std::size_t most = 400);

/// The words of folded text that carry its meaning, in order: no articles, pronouns, auxiliaries,
/// nods and politeness, in English, Spanish and Catalan. Names with digits, dots, slashes,
/// hyphens and underscores are one word. Linear.
std::vector<std::string> telling(std::string_view folded);

/// Whether `phrase` stands in folded text at word boundaries.
bool says(std::string_view folded, std::string_view phrase);

/// Goes through the places of a text where one of the phrases stands at the beginning of a word, in
/// order, until `stops(where, which)` says true, `which` being the phrase's place in sorted().
/// Whether it was stopped. Linear in the text.
template <std::size_t Count, typename Stops>
bool find_phrase(std::string_view text, const PhraseList<Count>& phrases, Stops&& stops) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto [from, to] = phrases.beginning_with(text[at]);
    if (from == to || (at > 0 && is_word_byte(text[at - 1]))) continue;
    for (std::size_t which = from; which < to; ++which) {
      if (text.substr(at).starts_with(phrases.sorted()[which]) && stops(at, which)) return true;
    }
  }
  return false;
}

/// Whether any of the phrases stands in folded text at word boundaries.
template <std::size_t Count>
bool says_any(std::string_view folded, const PhraseList<Count>& phrases) {
  return find_phrase(folded, phrases, [&](std::size_t at, std::size_t which) {
    const std::string_view phrase = phrases.sorted()[which];
    const std::size_t end = at + phrase.size();
    return end == folded.size() || !is_word_byte(folded[end]) || !is_word_byte(phrase.back());
  });
}

/// The folded text without nods and joining words in front ("ok", "yes,", "and now", "vale").
std::string_view without_nods(std::string_view folded);

/// How much of the words `part` stands in `whole`, 0 to 1; 0 for no words.
double share_of(const std::vector<std::string>& part, const std::vector<std::string>& whole);

}  // namespace context_rot::session
