#include "curate/word_scanner.h"

#include "correction/fold.h"

namespace context_rot::curate {

namespace {

bool in(char32_t c, char32_t from, char32_t to) {
  return c >= from && c <= to;
}

bool is_decimal(char32_t c) {
  return in(c, U'0', U'9');
}

bool is_hiragana(char32_t c) {
  return in(c, 0x3040, 0x309F);
}

enum class Script : unsigned char { other, han, katakana, hangul };

Script script_of(char32_t c) {
  if (in(c, 0x3400, 0x9FFF) || in(c, 0xF900, 0xFAFF) || in(c, 0x20000, 0x323AF) || c == 0x3005) {
    return Script::han;
  }
  if (in(c, 0x30A1, 0x30FF) || in(c, 0xFF66, 0xFF9F)) return Script::katakana;
  if (in(c, 0xAC00, 0xD7A3)) return Script::hangul;
  return Script::other;
}

bool is_cyrillic(char32_t c) {
  return in(c, 0x0400, 0x052F);
}

bool is_capital(char32_t c) {
  if (c < 0x80) return in(c, U'A', U'Z');
  if (c < 0x100) return in(c, 0xC0, 0xDE) && c != 0xD7;
  if (c < 0x180) {
    if (in(c, 0x139, 0x148) || in(c, 0x179, 0x17E)) return c % 2 == 1;
    return c % 2 == 0 && c != 0x138;
  }
  if (in(c, 0x386, 0x3AB)) return c != 0x390 && c != 0x387;
  if (in(c, 0x400, 0x42F)) return true;
  if (in(c, 0x460, 0x481) || in(c, 0x48A, 0x4BF) || in(c, 0x4D0, 0x52F)) return c % 2 == 0;
  if (in(c, 0x4C0, 0x4CF)) return c == 0x4C0 || c % 2 == 1;
  return in(c, 0x531, 0x556) || (in(c, 0x1E00, 0x1EFF) && c % 2 == 0);
}

/// Scripts with capitals: Latin, Greek, Cyrillic, Armenian.
bool is_cased(char32_t c) {
  return c < 0x590 || in(c, 0x1E00, 0x1FFF) || in(c, 0xFF21, 0xFF5A);
}

/// Marks that stand on a letter and belong to its word.
bool is_mark(char32_t c) {
  return in(c, 0x300, 0x36F) || in(c, 0x900, 0x903) || in(c, 0x93A, 0x94F) || in(c, 0xE31, 0xE4E) ||
         in(c, 0x64B, 0x65F) || in(c, 0x591, 0x5C7);
}

class Scanner {
 public:
  std::vector<Word> run(std::string_view text) {
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t begin = at;
      const char32_t c = correction::next_code_point(text, at);
      const bool letter = correction::is_letter(c) || (open_ && is_mark(c));
      const Script script = script_of(c);
      if (is_hiragana(c) || !(letter || is_decimal(c) || c == U'_' || script != Script::other)) {
        close(begin);
        continue;
      }
      if (open_ && script != script_) close(begin);
      if (!open_) start(begin, script);
      add(c, letter);
    }
    close(text.size());
    return std::move(words_);
  }

 private:
  void start(std::size_t begin, Script script) {
    open_ = true;
    script_ = script;
    word_ = Word();
    word_.begin = begin;
    letter_seen_ = small_before_ = false;
  }

  void add(char32_t c, bool letter) {
    ++word_.letters;
    const bool capital = is_capital(c);
    if (word_.letters == 1) word_.capital = capital;
    if (capital && small_before_) word_.inner_capital = true;
    letter_seen_ = letter_seen_ || letter;
    small_before_ = letter && !capital && is_cased(c);
    if (is_decimal(c)) word_.has_digit = true;
    if (c == U'_') word_.has_underscore = true;
    if (is_cyrillic(c)) word_.is_cyrillic = true;
    if (letter && !is_cased(c)) word_.is_uncased = true;
    if (script_ != Script::other) word_.run += c;
    correction::append_folded(word_.folded, in(c, 0x391, 0x3A9) ? c + 0x20 : c);
  }

  void close(std::size_t end) {
    if (!open_) return;
    open_ = false;
    word_.end = end;
    word_.has_digit = word_.has_digit && letter_seen_;
    word_.has_underscore = word_.has_underscore && word_.letters > 1;
    words_.push_back(std::move(word_));
  }

  std::vector<Word> words_;
  Word word_;
  Script script_ = Script::other;
  bool open_ = false;
  bool letter_seen_ = false;
  bool small_before_ = false;
};

}  // namespace

std::vector<Word> words_of(std::string_view text) {
  return Scanner().run(text);
}

}  // namespace context_rot::curate
