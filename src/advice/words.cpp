#include "advice/words.h"

#include <algorithm>
#include <array>

#include "util/ascii.h"
#include "util/utf8.h"

namespace context_rot::advice {

namespace {

constexpr std::size_t read_bytes = 4096;
constexpr std::size_t shortest = 3;
constexpr std::size_t longest = 60;

// Sorted. What developers say whatever the topic is stands here too.
constexpr std::array common{
    "about",    "actually", "add",     "after",    "again",     "agrega",  "ahora",   "algo",
    "all",      "also",     "and",     "another",  "antes",     "any",     "arregla", "arreglar",
    "así",      "back",     "because", "been",     "before",    "better",  "bien",    "bug",
    "but",      "cambia",   "cambiar", "can",      "change",    "changed", "check",   "code",
    "command",  "como",     "con",     "continua", "continue",  "could",   "crea",    "create",
    "cuando",   "código",   "del",     "desde",    "did",       "does",    "doesn",   "doing",
    "don",      "done",     "donde",   "each",     "ejecuta",   "ella",    "ellos",   "entre",
    "error",    "esa",      "ese",     "eso",      "esta",      "estaba",  "este",    "esto",
    "estos",    "está",     "están",   "even",     "every",     "example", "exactly", "fail",
    "failed",   "fails",    "falla",   "file",     "find",      "fine",    "first",   "fix",
    "fixed",    "for",      "from",    "fue",      "function",  "get",     "give",    "going",
    "good",     "got",      "had",     "has",      "hasta",     "have",    "hay",     "haz",
    "hecho",    "help",     "here",    "how",      "implement", "into",    "isn",     "issue",
    "its",      "just",     "know",    "las",      "let",       "like",    "line",    "listo",
    "look",     "los",      "make",    "makes",    "may",       "maybe",   "mejor",   "method",
    "mira",     "more",     "most",    "much",     "muestra",   "must",    "muy",     "need",
    "new",      "next",     "not",     "now",      "nuevo",     "off",     "okay",    "old",
    "once",     "one",      "only",    "other",    "otra",      "otro",    "our",     "out",
    "over",     "para",     "pero",    "please",   "pon",       "por",     "porque",  "problem",
    "problema", "puede",    "puedes",  "put",      "que",       "quiero",  "qué",     "really",
    "remove",   "right",    "run",     "same",     "say",       "see",     "sería",   "set",
    "should",   "show",     "sigue",   "sin",      "sobre",     "solo",    "some",    "something",
    "sobre",    "son",      "still",   "sólo",     "such",      "sure",    "también", "take",
    "tell",     "than",     "that",    "the",      "their",     "them",    "then",    "there",
    "these",    "they",     "thing",   "think",    "this",      "those",   "tiene",   "time",
    "todo",     "todos",    "too",     "try",      "una",       "under",   "unos",    "update",
    "usa",      "use",      "used",    "using",    "vamos",     "very",    "want",    "was",
    "way",      "well",     "were",    "what",     "when",      "where",   "which",   "while",
    "who",      "why",      "will",    "with",     "without",   "work",    "working", "works",
    "would",    "write",    "wrong",   "yes",      "yet",       "you",     "your"};

bool is_common(std::string_view word) {
  static const std::vector<std::string_view> sorted = [] {
    std::vector<std::string_view> words(common.begin(), common.end());
    std::sort(words.begin(), words.end());
    return words;
  }();
  return std::binary_search(sorted.begin(), sorted.end(), word);
}

bool is_word_byte(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c >= 0x80;
}

bool is_joint(char c) {
  return c == '_' || c == '-' || c == '.' || c == '/';
}

void put_word(std::string word, std::vector<std::string>& out) {
  if (word.size() > 4 && word.back() == 's' && word[word.size() - 2] != 's') word.pop_back();
  const bool has_letter = std::any_of(word.begin(), word.end(), [](unsigned char c) {
    return !(c >= '0' && c <= '9') && !is_joint(static_cast<char>(c));
  });
  if (word.size() < shortest || word.size() > longest || !has_letter || is_common(word)) return;
  out.push_back(std::move(word));
}

}  // namespace

std::vector<std::string> telling_words(std::string_view text) {
  text = cut_utf8(text, read_bytes);
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word_byte(static_cast<unsigned char>(text[at]))) {
      ++at;
      continue;
    }
    // A name runs on over single joints: src/auth/login.ts, user_id, twenty-one.
    std::string whole;
    std::string part;
    std::vector<std::string> parts;
    for (; at < text.size(); ++at) {
      const char c = text[at];
      if (is_word_byte(static_cast<unsigned char>(c))) {
        const char low = ascii_lower(c);
        whole += low;
        part += low;
      } else if (is_joint(c) && at + 1 < text.size() &&
                 is_word_byte(static_cast<unsigned char>(text[at + 1]))) {
        whole += c;
        parts.push_back(std::move(part));
        part.clear();
      } else {
        break;
      }
    }
    if (!parts.empty()) {
      parts.push_back(std::move(part));
      for (std::string& one : parts) put_word(std::move(one), out);
    }
    put_word(std::move(whole), out);
  }
  return out;
}

}  // namespace context_rot::advice
