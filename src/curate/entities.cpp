#include "curate/entities.h"

#include <algorithm>
#include <array>

#include "correction/fold.h"
#include "correction/frame.h"
#include "curate/word_scanner.h"
#include "util/trim.h"

namespace context_rot::curate {

namespace {

constexpr std::size_t most = 200;
constexpr std::size_t longest_phrase = 12;  // words
constexpr std::size_t longest_quote = 200;  // bytes
constexpr std::size_t piece_bytes = 64u << 10;
constexpr std::size_t overlap_bytes = 1u << 10;

struct Quotes {
  std::string_view open;
  std::string_view close;
};
constexpr std::array quotes{Quotes{"`", "`"},           Quotes{"\"", "\""},
                            Quotes{"\u201C", "\u201D"}, Quotes{"\u00AB", "\u00BB"},
                            Quotes{"\u201E", "\u201C"}, Quotes{"\u300C", "\u300D"},
                            Quotes{"\u300E", "\u300F"}, Quotes{"\u2018", "\u2019"}};

/// Words that open a request and name nothing, beside the small words.
constexpr std::array<std::string_view, 60> openers{
    "add",   "ahora",   "as",        "ayuda",     "build",   "cambia", "can",      "change",
    "check", "como",    "cual",      "cuando",    "debug",   "deploy", "describe", "did",
    "do",    "does",    "donde",     "explain",   "explica", "find",   "fix",      "fixed",
    "give",  "help",    "how",       "implement", "is",      "let",    "list",     "look",
    "make",  "muestra", "now",       "por",       "please",  "que",    "quien",    "remove",
    "run",   "show",    "summarize", "tell",      "test",    "the",    "update",   "use",
    "what",  "when",    "where",     "which",     "who",     "why",    "write",    "как",
    "какой", "почему",  "что",       "где"};

/// The small words of Chinese that stand between others without a space.
constexpr std::u32string_view han_small =
    U"的了是在和与或吗呢吧把被对从到我你他她它这那有不也都就请问什么怎为何如哪个们会能要";

bool is_small(const std::string& word) {
  return correction::is_small_word(word) ||
         std::find(openers.begin(), openers.end(), word) != openers.end();
}

/// Whether a sentence begins at this byte.
bool begins_sentence(std::string_view text, std::size_t at) {
  const std::string_view before = text.substr(0, at);
  const std::size_t last = before.find_last_not_of(" \t\"'(*_-");
  return last == std::string_view::npos || before[last] == '.' || before[last] == '!' ||
         before[last] == '?' || before[last] == ':' || before[last] == '\n' ||
         before.substr(0, last + 1).ends_with("¿") || before.substr(0, last + 1).ends_with("¡");
}

bool is_identifier(const Word& word) {
  return word.letters > 1 && word.run.empty() &&
         (word.has_underscore || word.inner_capital || word.has_digit);
}

/// Whether two words are joined to a path or a dotted name: nothing but joints between them.
bool is_joined(std::string_view text, const Word& a, const Word& b) {
  const std::string_view between = text.substr(a.end, b.begin - a.end);
  return between.size() == 1 ? between == "/" || between == "." || between == "-" || between == "\\"
                             : between == "::" || between == "->" || between == "/.";
}

/// Without the last letters, which Slavic languages change: at least four are left.
std::string stem_of(const std::string& word, std::size_t letters) {
  const std::size_t off = letters >= 7 ? 2 : 1;
  std::string out = word;
  for (std::size_t i = 0; i < off; ++i) {
    while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0U) == 0x80) out.pop_back();
    if (!out.empty()) out.pop_back();
  }
  return out;
}

constexpr std::size_t most_stem_letters = 40;

}  // namespace

Entities::Entities(std::string_view query) {
  for (const Quotes& pair : quotes) {
    for (std::size_t at = query.find(pair.open); at != std::string_view::npos;) {
      const std::size_t inside = at + pair.open.size();
      const std::size_t end = query.find(pair.close, inside);
      if (end == std::string_view::npos) break;
      if (end - inside <= longest_quote) add_phrase(query.substr(inside, end - inside));
      at = query.find(pair.open, end + pair.close.size());
    }
  }
  const std::vector<Word> words = words_of(query);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    std::size_t last = i;
    bool path = false;
    while (last + 1 < words.size() && last - i < longest_phrase &&
           is_joined(query, words[last], words[last + 1])) {
      path = path || query[words[last].end] != '-';
      ++last;
    }
    if (last > i && path) {
      add_phrase(query.substr(word.begin, words[last].end - word.begin));
      // the file's name alone: "pool.ts" of "src/db/pool.ts"
      const std::string_view whole = query.substr(word.begin, words[last].end - word.begin);
      const std::string_view file = last_part(whole);
      if (file.size() < whole.size() && file.find('.') != std::string_view::npos) add_phrase(file);
      i = last;
      continue;
    }
    if (!word.run.empty()) {
      add_run(word.run);
      continue;
    }
    const bool named = word.capital && word.letters > 1 &&
                       !(is_small(word.folded) && begins_sentence(query, word.begin)) &&
                       !correction::is_small_word(word.folded);
    if (is_identifier(word) || named || (word.is_uncased && word.letters >= 4)) {
      add_words({word.folded});
      if (word.is_cyrillic && word.letters >= 5) stems_.insert(stem_of(word.folded, word.letters));
    }
  }
}

void Entities::add_phrase(std::string_view text) {
  Words words;
  for (const Word& word : words_of(text)) {
    if (!word.run.empty()) {
      add_run(word.run);
    } else if (words.size() < longest_phrase) {
      words.push_back(word.folded);
    }
  }
  const bool says_little = words.size() == 1 && words.front().size() < 2;
  if (!words.empty() && !says_little) add_words(std::move(words));
}

void Entities::add_words(Words words) {
  if (count_ == most) return;
  auto& list = first_words_[words.front()];
  if (std::find(list.begin(), list.end(), words) != list.end()) return;
  list.push_back(std::move(words));
  ++count_;
}

void Entities::add_run(std::u32string_view run) {
  const auto add_piece = [&](std::u32string_view piece) {
    if (piece.size() == 2 || piece.size() == 3) grams_.emplace(piece);
    for (std::size_t i = 0; piece.size() > 3 && i + 3 <= piece.size(); ++i) {
      if (grams_.size() < most) grams_.emplace(piece.substr(i, 3));
    }
  };
  for (std::size_t at = 0; at < run.size() && grams_.size() < most;) {
    const std::size_t end = std::min(run.find_first_of(han_small, at), run.size());
    add_piece(run.substr(at, end - at));
    at = end + 1;
  }
}

bool Entities::mentioned_in(std::string_view text) const {
  if (empty()) return false;
  // In pieces, which bounds the memory; they overlap by more than the longest phrase.
  for (std::size_t at = 0; at < text.size(); at += piece_bytes) {
    if (mentioned_in_piece(text.substr(at, piece_bytes + overlap_bytes))) return true;
  }
  return false;
}

bool Entities::mentioned_in_piece(std::string_view text) const {
  const std::vector<Word> words = words_of(text);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    for (std::size_t k = 0; k + 2 <= word.run.size(); ++k) {
      if (grams_.count(word.run.substr(k, 2)) != 0 || grams_.count(word.run.substr(k, 3)) != 0) {
        return true;
      }
    }
    if (word.is_cyrillic && word.letters >= 4 && word.letters <= most_stem_letters) {
      for (std::size_t off : {0U, 2U, 4U, 6U}) {
        if (word.folded.size() > off + 6 &&
            stems_.count(word.folded.substr(0, word.folded.size() - off)) != 0) {
          return true;
        }
      }
    }
    const auto phrases = first_words_.find(word.folded);
    if (phrases == first_words_.end()) continue;
    for (const Words& phrase : phrases->second) {
      std::size_t k = 1;
      while (k < phrase.size() && i + k < words.size() && words[i + k].folded == phrase[k]) ++k;
      if (k == phrase.size()) return true;
    }
  }
  return false;
}

}  // namespace context_rot::curate
