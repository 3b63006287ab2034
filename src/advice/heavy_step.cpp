#include "advice/heavy_step.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "util/ascii.h"
#include "util/utf8.h"

namespace context_rot::advice {

namespace {

constexpr std::size_t step_bytes = 600;

constexpr std::array verbs{"analyse", "analyze", "analiza", "audit",  "audita",    "benchmark",
                           "busca",   "check",   "compare", "corre",  "dump",      "ejecuta",
                           "explora", "explore", "find",    "grep",   "inspect",   "lanza",
                           "lee",     "list",    "look",    "mira",   "read",      "review",
                           "revisa",  "run",     "scan",    "search", "summarise", "summarize"};

/// What may stand in front of a verb that orders something.
constexpr std::array leads{"a",     "also",  "and",   "can",   "could", "first",  "go",
                           "let's", "lets",  "me",    "now",   "ok",    "please", "puedes",
                           "then",  "to",    "us",    "we",    "will",  "would",  "y",
                           "you",   "ahora", "favor", "luego", "yes",   "s\u00ed"};

constexpr std::array breadths{"all files",
                              "all of the files",
                              "all places",
                              "all references",
                              "all tests",
                              "all the files",
                              "all the logs",
                              "all the tests",
                              "all the uses",
                              "all usages",
                              "all uses",
                              "cada archivo",
                              "codebase",
                              "code base",
                              "entire project",
                              "entire repo",
                              "every file",
                              "every test",
                              "everything",
                              "log files",
                              "los registros",
                              "suite de pruebas",
                              "test suite",
                              "the benchmark",
                              "the logs",
                              "the whole log",
                              "toda la suite",
                              "todas las pruebas",
                              "todo el c\u00f3digo",
                              "todo el proyecto",
                              "todo el repo",
                              "todos los archivos",
                              "todos los tests",
                              "todos los usos",
                              "whole project",
                              "whole repo"};

bool is_word_letter(char c) {
  return is_letter(c) || c == '\'' || static_cast<unsigned char>(c) >= 0x80;
}

/// The text's own lines, without quoted ones and code blocks, in lower case.
std::string own_words(std::string_view text) {
  std::string out;
  bool in_code = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("```")) {
      in_code = !in_code;
      continue;
    }
    if (!in_code && !line.starts_with('>')) out += ascii_lower(line) + "\n";
  }
  return out;
}

template <typename List>
bool is_in(const List& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

/// Whether a phrase stands in a text as whole words.
bool has_phrase(std::string_view text, std::string_view phrase) {
  for (std::size_t at = text.find(phrase); at != std::string_view::npos;
       at = text.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    if ((at == 0 || !is_word_letter(text[at - 1])) &&
        (end == text.size() || !is_word_letter(text[end]))) {
      return true;
    }
  }
  return false;
}

bool orders_much(std::string_view sentence) {
  std::string_view before;
  bool opens = true;  // a clause: nothing, a mark or a leading word in front
  for (std::size_t at = 0; at < sentence.size();) {
    if (!is_word_letter(sentence[at])) {
      if (sentence[at] != ' ' && sentence[at] != '\t') opens = true;
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < sentence.size() && is_word_letter(sentence[end])) ++end;
    const std::string_view word = sentence.substr(at, end - at);
    const bool is_order = opens || is_in(leads, before);
    if (is_order && is_in(verbs, word)) {
      const std::string_view rest = sentence.substr(end);
      return std::any_of(breadths.begin(), breadths.end(),
                         [&](const char* breadth) { return has_phrase(rest, breadth); });
    }
    before = word;
    opens = false;
    at = end;
  }
  return false;
}

}  // namespace

bool is_output_heavy(std::string_view next_step) {
  const std::string text = own_words(cut_utf8(next_step, step_bytes));
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find_first_of(".!?;\n", at), text.size());
    if (orders_much(std::string_view(text).substr(at, end - at))) return true;
    at = end + 1;
  }
  return false;
}

}  // namespace context_rot::advice
