#pragma once
// Kinds and case of ASCII characters, whatever the locale. Product-free.

#include <string>
#include <string_view>

namespace context_rot {

/// 0 to 9.
constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
/// a to z.
constexpr bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
/// A to Z.
constexpr bool is_upper(char c) {
  return c >= 'A' && c <= 'Z';
}
/// A letter of ASCII.
constexpr bool is_letter(char c) {
  return is_lower(static_cast<char>(c | 0x20));
}
/// A letter or a digit of ASCII.
constexpr bool is_alnum(char c) {
  return is_letter(c) || is_digit(c);
}
/// What names in programs are made of: a letter or a digit of ASCII, or "_".
constexpr bool is_word_char(char c) {
  return is_alnum(c) || c == '_';
}
/// A byte of a character beyond ASCII in UTF-8.
constexpr bool is_beyond_ascii(char c) {
  return static_cast<unsigned char>(c) >= 0x80;
}
/// A byte of a word in any language: of a name as above, or beyond ASCII.
constexpr bool is_word_byte(char c) {
  return is_word_char(c) || is_beyond_ascii(c);
}

/// The small letter of a capital from A to Z; every other byte as it is.
constexpr char ascii_lower(char c) {
  return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c;
}

/// A copy with each byte by ascii_lower(): of the same length, well-formed UTF-8 stays so.
inline std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

}  // namespace context_rot
