#pragma once
// Letters reduced to what cues are matched by: small, without accents.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace context_rot::correction {

/// The code point at `at`, which moves behind it. An ill-formed byte counts as U+FFFD of
/// length one. `at` must be inside the text.
char32_t next_code_point(std::string_view text, std::size_t& at);

/// Whether a code point is part of a word: a letter of any script. Digits, emoji, punctuation
/// and symbols are not.
bool is_letter(char32_t code);

/// Appends the letter in small form without its accent ("É" -> "e", "ß" -> "ss", "Ё" -> "е").
/// Latin and Cyrillic are folded, other scripts are appended as they are.
void append_folded(std::string& out, char32_t code);

/// Every letter of a text folded; everything else as it is, a typographic apostrophe as "'".
std::string fold(std::string_view text);

/// A folded word with its apostrophes as the words it stands for, as the cues are written:
/// "don't" and "dont" -> do not, "it's" -> it is, "n'est" -> ne est, "cannot" -> can not,
/// "user's" -> user s. At most six words, none of them empty.
std::vector<std::string> spelt_out(std::string_view folded_word);

/// Whether a folded word stands for itself: spelt_out() would return it alone.
bool is_plain_word(std::string_view folded_word);

}  // namespace context_rot::correction
