#pragma once
// Prose cut into sentences and words, for rules about what is asked, decided and left open.

#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace context_rot::session {

/// A list of words that is searched in logarithmic time and costs nothing at the start of a
/// program: the compiler sorts it.
template <std::size_t Count>
class WordList {
 public:
  consteval explicit WordList(std::array<std::string_view, Count> words) : words_(words) {
    std::sort(words_.begin(), words_.end());
  }
  /// Whether the word is one of them.
  constexpr bool contains(std::string_view word) const {
    return std::binary_search(words_.begin(), words_.end(), word);
  }

 private:
  std::array<std::string_view, Count> words_;
};

/// A sentence as it is written, without list marks and bold, on one line.
struct Sentence {
  std::string text;    ///< with its closing mark
  std::string folded;  ///< small letters without accents, one blank between words, for looking up
  bool question = false;
};

/// The beginning of a text: `most` bytes and the rest of the sentence that the last of them stands in,
/// of which at most 400 bytes. Never cut in the middle of a character; points into `text`.
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

/// Whether any of the phrases does.
template <typename List>
bool says_any(std::string_view folded, const List& phrases) {
  for (const std::string_view phrase : phrases) {
    if (says(folded, phrase)) return true;
  }
  return false;
}

/// The folded text without nods and joining words in front ("ok", "yes,", "and now", "vale").
std::string_view without_nods(std::string_view folded);

/// How much of the words `part` stands in `whole`, 0 to 1; 0 for no words.
double share_of(const std::vector<std::string>& part, const std::vector<std::string>& whole);

}  // namespace context_rot::session
