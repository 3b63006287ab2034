#include "findings/wrong_side.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

#include "correction/log_line.h"
#include "transcript/turn.h"
#include "util/ascii.h"
#include "util/one_of.h"
#include "util/sort_unique.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::findings {

namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t most_of_answer = 4000;
constexpr std::size_t most_of_prompt = 1500;
constexpr std::size_t most_answers = 8;
constexpr std::size_t most_statements = 12;
constexpr std::string_view blanks = " \t\r\n*_";

/// Without the full stop, as the words are quoted; a question keeps its mark.
std::string without_stop(std::string_view sentence) {
  while (sentence.ends_with('.') || sentence.ends_with('!')) sentence.remove_suffix(1);
  return std::string(sentence);
}

/// Words of a sentence in small letters (ASCII; other bytes as they are): runs of letters, digits,
/// "_" and apostrophes.
std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  std::string word;
  const auto close = [&] {
    if (word.empty()) return;
    out.push_back(word);
    word.clear();
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = ascii_lower(text[i]);
    if (c == '\xE2' && text.substr(i).starts_with("\u2019")) {  // a printed apostrophe
      word += '\'';
      i += 2;
      continue;
    }
    if (is_word_byte(c) || c == '\'') {
      word += c;
    } else {
      close();
    }
  }
  close();
  return out;
}

/// Words that are in every text.
bool is_common(std::string_view word) {
  static const std::unordered_set<std::string_view> words{
      "about",  "above",   "after",   "again", "against", "also",  "because", "been",   "before",
      "being",  "between", "both",    "could", "does",    "doing", "down",    "during", "each",
      "even",   "from",    "further", "going", "good",    "have",  "having",  "here",   "into",
      "itself", "just",    "know",    "like",  "look",    "make",  "maybe",   "more",   "most",
      "much",   "need",    "okay",    "only",  "onto",    "other", "over",    "para",   "really",
      "right",  "same",    "should",  "some",  "still",   "such",  "sure",    "than",   "that",
      "their",  "them",    "then",    "there", "these",   "they",  "thing",   "things", "think",
      "this",   "those",   "through", "under", "until",   "very",  "want",    "well",   "were",
      "what",   "when",    "where",   "which", "while",   "will",  "with",    "work",   "works",
      "would",  "yeah",    "your"};
  return words.contains(word);
}

bool denies(std::string_view word) {
  static constexpr std::array<std::string_view, 9> words{
      "not", "no", "never", "cannot", "without", "nobody", "nothing", "nunca", "ning\u00fan"};
  return word.ends_with("n't") || is_one_of(word, words);
}

/// A sentence with what it is known by.
struct Said {
  std::string_view text;
  std::vector<std::string> roots;  ///< sorted, each once
  std::size_t words = 0;
  bool negated = false;
  bool question = false;
};

Said read_sentence(std::string_view text) {
  constexpr std::size_t least = 4;
  constexpr std::size_t root = 6;
  Said out;
  out.text = trimmed(text, blanks);
  out.question = out.text.ends_with('?');
  for (const std::string& word : words_of(out.text)) {
    ++out.words;
    out.negated = out.negated || denies(word);
    if (word.size() < least || is_common(word) || word.ends_with("n't")) continue;
    out.roots.emplace_back(cut_utf8(word, root));
  }
  sort_unique(out.roots);
  return out;
}

/// Lines that only announce what follows, and those that are none of a speaker's own words.
bool is_no_speech(std::string_view line) {
  const std::string_view text = trimmed(line, blanks);
  if (text.empty()) return true;
  const char first = line[std::min(line.find_first_not_of(" \t"), line.size() - 1)];
  if (first == '#' || first == '>' || first == '|' || first == '{' || first == '<') return true;
  return text.ends_with(':');
}

/// The sentences of a text, without fenced code and headings.
std::vector<std::string_view> sentences_of(std::string_view text) {
  std::vector<std::string_view> out;
  bool fenced = false;
  while (!text.empty()) {
    const std::size_t feed = text.find('\n');
    std::string_view line = text.substr(0, feed);
    text = feed == npos ? std::string_view() : text.substr(feed + 1);
    if (trimmed(line, blanks).starts_with("```")) {
      fenced = !fenced;
      continue;
    }
    if (fenced || line.empty() || is_no_speech(line)) continue;
    line = line.substr(0, correction::pasted_from(line));
    // "**Heading**" and nothing else
    const bool bold = line.starts_with("**") && line.find("**", 2) == line.size() - 2;
    if (bold) continue;
    while (!line.empty()) {
      std::size_t end = line.find_first_of(".!?");
      while (end != npos && end + 1 < line.size() && line[end + 1] != ' ') {
        end = line.find_first_of(".!?", end + 1);
      }
      const std::string_view sentence = line.substr(0, end == npos ? end : end + 1);
      line = end == npos ? std::string_view() : line.substr(end + 1);
      if (!trimmed(sentence, blanks).empty() && !trimmed(sentence, blanks).ends_with(':')) {
        out.push_back(sentence);
      }
    }
  }
  return out;
}

/// "..., right?": it states something and asks for assent.
bool asks_for_assent(const Said& said) {
  static constexpr std::array<std::string_view, 7> tags{"no",     "right", "correct", "yes",
                                                        "verdad", "eh",    "huh"};
  const auto words = words_of(said.text);
  return !words.empty() && words.size() > 3 && is_one_of(words.back(), tags);
}

/// Whether a sentence of a prompt says how something is, in so many words.
bool is_statement(const Said& said) {
  constexpr std::size_t most_words = 40;  // more is pasted
  constexpr std::size_t least_roots = 2;
  constexpr std::ptrdiff_t most_settings = 1;  // "key=value" is what programs print
  if (said.words > most_words || said.roots.size() < least_roots) return false;
  if (std::count(said.text.begin(), said.text.end(), '=') > most_settings) return false;
  return !said.question || asks_for_assent(said);
}

std::size_t shared_roots(const Said& a, const Said& b) {
  std::size_t out = 0;
  for (auto x = a.roots.begin(), y = b.roots.begin(); x != a.roots.end() && y != b.roots.end();) {
    if (*x == *y) {
      ++out;
      ++x;
      ++y;
    } else {
      ++(*x < *y ? x : y);
    }
  }
  return out;
}

std::vector<Said> statements_of(const session::SessionView& view, std::size_t turn,
                                std::string& text) {
  text = transcript::text_of(view.conversation.entries[view.turns[turn].prompt]);
  std::vector<Said> out;
  for (const std::string_view sentence : sentences_of(cut_utf8(text, most_of_prompt))) {
    Said said = read_sentence(sentence);
    if (is_statement(said)) out.push_back(std::move(said));
    if (out.size() == most_statements) break;
  }
  return out;
}

/// The last answers in front of the prompt of a turn, the nearest first.
std::vector<std::size_t> answers_searched(const session::SessionView& view, std::size_t turn) {
  std::vector<std::size_t> out;
  const auto& entries = view.conversation.entries;
  const std::size_t first = view.turns[turn - std::min(turn, turns_back)].prompt;
  for (std::size_t i = view.turns[turn].prompt; i-- > first && out.size() < most_answers;) {
    if (transcript::is_model_answer(entries[i])) out.push_back(i);
  }
  return out;
}

}  // namespace

bool denies_something(const session::SessionView& view, std::size_t turn) {
  std::string prompt;
  const std::vector<Said> statements = statements_of(view, turn, prompt);
  return std::any_of(statements.begin(), statements.end(),
                     [](const Said& statement) { return statement.negated; });
}

std::optional<Contradiction> contradicted_by(const session::SessionView& view, std::size_t turn) {
  constexpr std::size_t least_shared = 2;
  std::string prompt;
  const std::vector<Said> statements = statements_of(view, turn, prompt);
  if (statements.empty()) return std::nullopt;
  std::optional<Contradiction> best;
  std::size_t most = 0;
  for (const std::size_t entry : answers_searched(view, turn)) {
    const std::string answer = transcript::text_of(view.conversation.entries[entry]);
    std::string_view end = answer;
    if (end.size() > most_of_answer)
      end = end.substr(end.find('\n', end.size() - most_of_answer) + 1);
    for (const std::string_view sentence : sentences_of(end)) {
      const Said said = read_sentence(sentence);
      if (said.question) continue;
      for (const Said& statement : statements) {
        const std::size_t shared = shared_roots(statement, said);
        if (shared < least_shared) continue;
        const bool denied = statement.negated && !said.negated;
        const std::size_t worth = shared + (denied ? 1 : 0);
        if (worth <= most) continue;
        most = worth;
        best = Contradiction{entry, without_stop(said.text), without_stop(statement.text), shared,
                             denied};
      }
    }
  }
  return best;
}

std::optional<Contradiction> question_set_aside(const session::SessionView& view,
                                                std::size_t turn) {
  std::string prompt;
  const std::vector<Said> statements = statements_of(view, turn, prompt);
  const std::vector<std::size_t> answers = answers_searched(view, turn);
  if (statements.empty()) return std::nullopt;
  for (const std::size_t entry : answers) {
    const std::string answer = transcript::text_of(view.conversation.entries[entry]);
    if (trimmed(answer, blanks).empty()) continue;
    const auto sentences = sentences_of(answer);
    if (sentences.empty()) return std::nullopt;
    const Said last = read_sentence(sentences.back());
    const bool asks = last.question && !last.roots.empty();
    const bool about = std::any_of(sentences.begin(), sentences.end(), [&](std::string_view one) {
      return shared_roots(statements.front(), read_sentence(one)) > 0;
    });
    if (!asks || !about) return std::nullopt;
    return Contradiction{entry, without_stop(last.text), without_stop(statements.front().text), 1,
                         false};
  }
  return std::nullopt;
}

}  // namespace context_rot::findings
