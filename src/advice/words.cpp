#include "advice/words.h"

#include <algorithm>
#include <array>

#include "session/wording.h"
#include "util/ascii.h"
#include "util/utf8.h"

namespace context_rot::advice {

namespace {

constexpr std::size_t read_bytes = 4096;
constexpr std::size_t shortest = 3;
constexpr std::size_t longest = 60;

// What developers say whatever the topic is stands here too.
constexpr session::WordList common{std::to_array<std::string_view>(
    {"about",    "actually", "add",     "after",    "again",     "agrega",  "ahora",   "algo",
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
     "would",    "write",    "wrong",   "yes",      "yet",       "you",     "your"})};

bool is_name_byte(char c) {
  return is_alnum(c) || is_beyond_ascii(c);
}

bool is_joint(char c) {
  return c == '_' || c == '-' || c == '.' || c == '/';
}

void put_word(std::string_view written, std::vector<std::string>& out) {
  if (written.size() > 4 && (written.back() == 's' || written.back() == 'S') &&
      ascii_lower(written[written.size() - 2]) != 's') {
    written.remove_suffix(1);
  }
  const bool has_letter = std::any_of(written.begin(), written.end(),
                                      [](char c) { return !is_digit(c) && !is_joint(c); });
  if (written.size() < shortest || written.size() > longest || !has_letter) return;
  std::string word = ascii_lower(written);
  if (!common.contains(word)) out.push_back(std::move(word));
}

}  // namespace

std::vector<std::string> telling_words(std::string_view text) {
  text = cut_utf8(text, read_bytes);
  std::vector<std::string> out;
  for (std::size_t at = 0; at < text.size();) {
    if (!is_name_byte(text[at])) {
      ++at;
      continue;
    }
    // A name runs on over single joints: src/auth/login.ts, user_id, twenty-one.
    const std::size_t begin = at;
    std::size_t part = at;
    for (; at < text.size(); ++at) {
      if (is_name_byte(text[at])) continue;
      if (!is_joint(text[at]) || at + 1 == text.size() || !is_name_byte(text[at + 1])) break;
      put_word(text.substr(part, at - part), out);
      part = at + 1;
    }
    if (part != begin) put_word(text.substr(part, at - part), out);
    put_word(text.substr(begin, at - begin), out);
  }
  return out;
}

}  // namespace context_rot::advice
