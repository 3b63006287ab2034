#pragma once
// Text as words, and as runs of characters where a script sets no spaces. Internal to curate.

#include <string>
#include <string_view>
#include <vector>

namespace context_rot::curate {

/// One word of a text, and where it stands.
struct Word {
  std::string folded;     ///< small letters without accents
  std::size_t begin = 0;  ///< bytes
  std::size_t end = 0;
  std::size_t letters = 0;      ///< code points
  bool capital = false;         ///< begins with one
  bool inner_capital = false;   ///< has one behind a small letter
  bool has_digit = false;       ///< and a letter
  bool has_underscore = false;  ///< and a letter or digit
  bool is_cyrillic = false;
  bool is_uncased = false;  ///< of a script without capitals
  std::u32string run;       ///< of Han, Katakana or Hangul: its characters; else empty
};

/// Words are runs of letters, digits and underscores; Han, Katakana and Hangul make runs of
/// their own, Hiragana is left out. Any bytes are accepted. Linear.
std::vector<Word> words_of(std::string_view text);

}  // namespace context_rot::curate
