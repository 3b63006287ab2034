#include "correction/fold.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

#include "correction/word_mask.h"
#include "util/invariant.h"
#include "util/utf8.h"

namespace context_rot::correction {

namespace {

// U+00C0 to U+017F without their accents; 0 where the code point is no letter.
constexpr char latin_bytes[] =
    "aaaaaa\1ceeeeiiiidnooooo\0ouuuuy\2\3aaaaaa\1ceeeeiiiidnooooo\0ouuuuy\2y"
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiijjjjkkklllllll"
    "lllnnnnnnnnnoooooo\4\4rrrrrrssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";
constexpr std::string_view latin(latin_bytes, sizeof(latin_bytes) - 1);

bool is_continuation(unsigned char byte) {
  return (byte & 0xC0u) == 0x80u;
}

using Pair = std::pair<std::string_view, std::string_view>;

// What is written without its apostrophe, and "n't" where the rest is no word.
constexpr std::array whole_words{
    Pair{"arent", "are not"},       Pair{"can't", "can not"},     Pair{"cannot", "can not"},
    Pair{"cant", "can not"},        Pair{"couldnt", "could not"}, Pair{"didnt", "did not"},
    Pair{"doesnt", "does not"},     Pair{"dont", "do not"},       Pair{"hasnt", "has not"},
    Pair{"havent", "have not"},     Pair{"im", "i am"},           Pair{"isnt", "is not"},
    Pair{"its", "it is"},           Pair{"ive", "i have"},        Pair{"let's", "let us"},
    Pair{"shouldnt", "should not"}, Pair{"wasnt", "was not"},     Pair{"werent", "were not"},
    Pair{"won't", "will not"},      Pair{"wont", "will not"},     Pair{"wouldnt", "would not"},
    Pair{"youre", "you are"},       Pair{"youve", "you have"},
};
constexpr std::array contractions{Pair{"s", "is"},    Pair{"m", "am"},    Pair{"re", "are"},
                                  Pair{"ve", "have"}, Pair{"ll", "will"}, Pair{"d", "would"}};
constexpr std::array<std::string_view, 14> takes_endings{"i",    "you", "we",    "they",  "it",
                                                         "he",   "she", "that",  "there", "what",
                                                         "here", "who", "where", "how"};
constexpr std::array elisions{Pair{"j", "je"}, Pair{"n", "ne"}, Pair{"l", "le"},
                              Pair{"d", "de"}, Pair{"s", "se"}, Pair{"t", "te"},
                              Pair{"m", "me"}, Pair{"c", "ce"}, Pair{"qu", "que"}};

static_assert(std::is_sorted(whole_words.begin(), whole_words.end()));

const Pair* find_sorted(const auto& pairs, std::string_view key) {
  const auto found =
      std::lower_bound(pairs.begin(), pairs.end(), key,
                       [](const Pair& pair, std::string_view k) { return pair.first < k; });
  return found != pairs.end() && found->first == key ? &*found : nullptr;
}

const Pair* find(const auto& pairs, std::string_view key) {
  const auto found =
      std::find_if(pairs.begin(), pairs.end(), [&](const Pair& pair) { return pair.first == key; });
  return found == pairs.end() ? nullptr : &*found;
}

void append_words(std::vector<std::string>& out, std::string_view words) {
  while (!words.empty()) {
    const std::size_t end = std::min(words.find(' '), words.size());
    if (end > 0) out.emplace_back(words.substr(0, end));
    words.remove_prefix(std::min(end + 1, words.size()));
  }
}

/// What stands before and after one apostrophe.
void append_halves(std::vector<std::string>& out, std::string_view head, std::string_view tail) {
  if (tail == "t" && head.size() > 1 && head.back() == 'n') {
    head.remove_suffix(1);
    out.emplace_back(head);
    out.emplace_back("not");
    return;
  }
  const Pair* ending = find(contractions, tail);
  if (ending &&
      std::find(takes_endings.begin(), takes_endings.end(), head) != takes_endings.end()) {
    out.emplace_back(head);
    out.emplace_back(ending->second);
    return;
  }
  const Pair* elision = find(elisions, head);
  if (elision && !tail.empty()) head = elision->second;
  append_words(out, head);
  append_words(out, tail);
}

}  // namespace

char32_t next_code_point(std::string_view text, std::size_t& at) {
  CONTEXT_ROT_INVARIANT(at < text.size());
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(at++);
  if (first < 0x80) return first;
  const std::size_t more = first >= 0xF0 ? 3 : first >= 0xE0 ? 2 : 1;
  if (first < 0xC2 || first > 0xF4 || at + more > text.size()) return 0xFFFD;
  char32_t code = first & (0x3Fu >> more);
  for (std::size_t i = 0; i < more; ++i) {
    if (!is_continuation(byte(at + i))) return 0xFFFD;
    code = (code << 6) | (byte(at + i) & 0x3Fu);
  }
  at += more;
  return code;
}

bool is_letter(char32_t code) {
  if (code < 0x80) return (code | 0x20) >= 'a' && (code | 0x20) <= 'z';
  if (code < 0xC0) return code == 0xAA || code == 0xBA;
  if (code == 0xD7 || code == 0xF7) return false;
  if (code < 0x2000) return !(code >= 0x300 && code < 0x370);
  if (code < 0x2C00) return false;                     // punctuation, symbols, box drawing
  if (code >= 0x3000 && code <= 0x303F) return false;  // CJK punctuation
  if (code >= 0xE000 && code <= 0xF8FF) return false;  // private use
  if (code >= 0xFE00 && code <= 0xFE6F) return false;  // variation selectors, small forms
  if (code >= 0xFF00 && code <= 0xFF20) return false;
  return code < 0xFFF0 || (code >= 0x10000 && code < 0x1F000) || code >= 0x20000;
}

void append_folded(std::string& out, char32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code >= 'A' && code <= 'Z' ? code | 0x20 : code);
    return;
  }
  if (code >= 0xC0 && code < 0xC0 + latin.size()) {
    const char folded = latin[code - 0xC0];
    if (folded > 4) out += folded;
    if (folded == 1) out += "ae";
    if (folded == 2) out += "th";
    if (folded == 3) out += "ss";
    if (folded == 4) out += "oe";
    return;
  }
  if (code >= 0x400 && code < 0x410) code += 0x50;  // Cyrillic capitals
  if (code >= 0x410 && code < 0x430) code += 0x20;
  if (code == 0x451) code = 0x435;
  if (code == 0x439) code = 0x438;
  append_code_point(code, out);
}

std::string fold(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const char32_t code = next_code_point(text, at);
    if (is_letter(code)) {
      append_folded(out, code);
    } else if (code == 0x2019) {
      out += '\'';
    } else {
      append_code_point(code, out);
    }
  }
  return out;
}

bool is_plain_word(std::string_view word) {
  static constexpr WordMask mask(whole_words, [](const Pair& pair) { return pair.first; });
  return !word.empty() && word.find('\'') == std::string_view::npos &&
         !(mask.may_hold(word) && find_sorted(whole_words, word));
}

std::vector<std::string> spelt_out(std::string_view word) {
  std::vector<std::string> out;
  if (const Pair* whole = find_sorted(whole_words, word)) {
    append_words(out, whole->second);
    return out;
  }
  if (word.find('\'') == std::string_view::npos) {
    append_words(out, word);
    return out;
  }
  for (int parts = 0; parts < 3 && !word.empty(); ++parts) {
    const std::size_t apostrophe = word.find('\'');
    if (apostrophe == std::string_view::npos) break;
    const std::size_t end = std::min(word.find('\'', apostrophe + 1), word.size());
    if (end == word.size()) {
      append_halves(out, word.substr(0, apostrophe), word.substr(apostrophe + 1));
      return out;
    }
    // "qu'est'ce", "d'l'eau": the first apostrophe first, the rest as a word of its own.
    const Pair* elision = find(elisions, word.substr(0, apostrophe));
    append_words(out, elision ? elision->second : word.substr(0, apostrophe));
    word.remove_prefix(apostrophe + 1);
  }
  const std::size_t stop = std::min(word.find('\''), word.size());
  append_words(out, word.substr(0, stop));
  return out;
}

}  // namespace context_rot::correction
