#include "session/revert_request.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "correction/prose.h"
#include "util/one_of.h"
#include "util/utf8.h"

namespace context_rot::session {

namespace {

using correction::Prose;
using correction::Token;

constexpr std::array<std::string_view, 27> verbs{
    "revert",   "undo",       "rollback",    "scrap",       "abandon",    "discard",  "drop",
    "forget",   "deshaz",     "revierte",    "revertir",    "descarta",   "abandona", "olvida",
    "deshacer", "revirtamos", "descartemos", "abandonemos", "olvidemos",  "dejemos",  "reviertelo",
    "deshazlo", "olvidalo",   "descartalo",  "dejalo",      "deshagamos", "revierta"};

/// Two words that are one verb.
constexpr std::array<std::pair<std::string_view, std::string_view>, 8> pairs{{{"roll", "back"},
                                                                              {"back", "out"},
                                                                              {"throw", "away"},
                                                                              {"start", "over"},
                                                                              {"vuelve", "atras"},
                                                                              {"volvamos", "atras"},
                                                                              {"deja", "eso"},
                                                                              {"deja", "esto"}}};

/// Verbs that take something back only where the sentence says to which state.
constexpr std::array<std::string_view, 15> returns{
    "back",     "restore", "vuelve",   "vuelva",  "volvamos", "regresa", "retorna", "restaura",
    "restaure", "retorne", "recupera", "reviens", "revient",  "volte",   "carga"};
constexpr std::array<std::string_view, 22> states{
    "commit",  "version", "versao",     "previous", "before",   "original", "last",   "anterior",
    "antes",   "avant",   "precedent",  "estado",   "backup",   "ultimo",   "ultima", "earlier",
    "momento", "inicial", "checkpoint", "was",      "guardado", "initial"};

/// "I've reverted it": the person has done it.
constexpr std::array<std::string_view, 6> done{"reverted",  "undid",  "undone",
                                               "discarded", "rolled", "dropped"};

/// What may stand in front of the verb.
constexpr std::array<std::string_view, 38> openers{
    "nah",  "lets",     "let's", "let", "us",     "please", "just", "now",   "ok",   "okay",
    "then", "so",       "and",   "you", "can",    "could",  "to",   "hmm",   "no",   "nope",
    "well", "actually", "first", "por", "favor",  "mejor",  "vale", "bueno", "pues", "y",
    "want", "i",        "think", "we",  "should", "need",   "must", "have"};

/// What may be taken back.
constexpr std::array<std::string_view, 38> objects{
    "that",      "this", "it",   "the",   "all",   "everything", "those", "these", "your", "my",
    "last",      "to",   "what", "about", "back",  "those",      "any",   "both",  "eso",  "esto",
    "ese",       "esa",  "este", "esta",  "lo",    "la",         "el",    "los",   "las",  "todo",
    "backwards", "tu",   "tus",  "mi",    "atras", "a",          "estos", "esos"};

constexpr std::array<std::string_view, 20> wide_words{
    "approach", "idea",     "whole",      "everything", "all",         "attempt",  "experiment",
    "plan",     "strategy", "route",      "path",       "way",         "enfoque",  "todo",
    "camino",   "intento",  "estrategia", "over",       "experimento", "direction"};

bool means_no(std::string_view word) {
  static constexpr std::array<std::string_view, 9> words{
      "don't", "dont", "not", "never", "do", "shouldn't", "no", "nunca", "won't"};
  return is_one_of(word, words);
}

/// How many words the verb at `at` takes; 0 where there is none.
std::size_t verb_at(const std::vector<Token>& tokens, std::size_t at) {
  if (at + 1 < tokens.size()) {
    for (const auto& [first, second] : pairs) {
      if (tokens[at].text == first && tokens[at + 1].text == second) return 2;
    }
    // "throw this away", "roll that back"
    if (at + 2 < tokens.size() && (tokens[at].text == "throw" || tokens[at].text == "roll") &&
        (tokens[at + 2].text == "away" || tokens[at + 2].text == "back")) {
      return 3;
    }
  }
  return is_one_of(tokens[at].text, verbs) ? 1 : 0;
}

/// Whether the words of the clause in front of `at` only lead up to it.
bool leads_up(const std::vector<Token>& tokens, std::size_t at) {
  constexpr std::size_t most = 5;
  std::size_t words = 0;
  for (std::size_t i = at; i-- > 0 && tokens[i].clause == tokens[at].clause; ++words) {
    const std::string_view word = tokens[i].text;
    if (words == 0 && means_no(word)) return false;
    if (words == most || !is_one_of(word, openers)) return false;
  }
  return true;
}

bool asks_to_go_on(const std::vector<Token>& tokens, std::size_t at) {
  return at < tokens.size() && tokens[at].sentence == tokens[at - 1].sentence &&
         tokens[at].clause == tokens[at - 1].clause;
}

/// "drop the column" and "forget the header" are work; "drop the idea", "forget that for now" not.
bool may_be_work(std::string_view verb) {
  static constexpr std::array<std::string_view, 5> verbs_of_work{"drop", "forget", "discard",
                                                                 "olvida", "dejemos"};
  return is_one_of(verb, verbs_of_work);
}

/// "let's roll back": said of what was done together, it needs no object.
bool is_invited(const std::vector<Token>& tokens, std::size_t at) {
  if (at == 0 || tokens[at - 1].clause != tokens[at].clause) return false;
  const std::string_view before = tokens[at - 1].text;
  return before == "lets" || before == "let's" ||
         (before == "us" && at > 1 && tokens[at - 2].text == "let");
}

/// Whether the words behind a verb, which ends before `at`, are what can be taken back. `invited`:
/// the verb may stand alone.
bool has_object(const std::vector<Token>& tokens, std::size_t at, bool invited = false) {
  static constexpr std::array<std::string_view, 14> trailing{
      "for",    "and",  "then",       "now",   "again", "entirely", "completely",
      "please", "here", "altogether", "about", "y",     "por",      "changes"};
  if (!asks_to_go_on(tokens, at)) {
    if (invited) return true;
    // alone in its clause: "please undo", but not an item of a list or of pasted code
    constexpr std::size_t longest = 6;
    std::size_t words = 0;
    for (const Token& token : tokens) words += token.sentence == tokens[at - 1].sentence ? 1 : 0;
    return words <= longest;
  }
  const std::string_view word = tokens[at].text;
  const std::string_view verb = tokens[at - 1].text;
  if (verb == "away") return true;
  if (!is_one_of(word, objects) && !word.starts_with('<')) return false;
  if (!may_be_work(verb)) return true;
  if (!asks_to_go_on(tokens, at + 1)) return word != "the";
  const std::string_view next = tokens[at + 1].text;
  if (is_one_of(next, wide_words)) return true;
  if (asks_to_go_on(tokens, at + 2) && is_one_of(tokens[at + 2].text, wide_words)) return true;
  return word != "the" && is_one_of(next, trailing);
}

bool names_state(const std::vector<Token>& tokens, std::size_t at) {
  for (std::size_t i = at + 1; i < tokens.size() && tokens[i].sentence == tokens[at].sentence;
       ++i) {
    if (is_one_of(tokens[i].text, states)) return true;
  }
  return false;
}

/// "go back to the last commit", "vuelve a la version anterior"
bool returns_to_state(const std::vector<Token>& tokens, std::size_t at) {
  const std::string_view verb = tokens[at].text;
  if (verb == "back") {
    return at > 0 && tokens[at - 1].text == "go" && leads_up(tokens, at - 1) &&
           names_state(tokens, at);
  }
  return is_one_of(verb, returns) && leads_up(tokens, at) && names_state(tokens, at);
}

/// "I reverted that", "I've undone your changes"
bool says_done(const std::vector<Token>& tokens, std::size_t at) {
  if (!is_one_of(tokens[at].text, done) || at == 0 || tokens[at - 1].clause != tokens[at].clause) {
    return false;
  }
  const std::string_view before = tokens[at - 1].text;
  const bool by_me = before == "i" || before == "i've" || before == "ive" ||
                     (before == "have" && at > 1 && tokens[at - 2].text == "i");
  return by_me && has_object(tokens, at + 1);
}

/// "should we revert that?", and "we can undo those" where it only says what is possible.
bool only_talks_of_it(const Prose& prose, const std::vector<Token>& tokens, std::size_t at) {
  const auto sentence = tokens[at].sentence;
  const bool question = sentence < prose.sentences.size() && prose.sentences[sentence].question;
  if (!question) {
    const bool ability = at > 1 && (tokens[at - 1].text == "can" || tokens[at - 1].text == "could");
    return ability && tokens[at - 2].sentence == sentence;
  }
  // "can you revert that?" asks for the deed
  for (std::size_t i = at; i-- > 0 && tokens[i].sentence == sentence;) {
    const std::string_view word = tokens[i].text;
    if (word == "can" || word == "could" || word == "you" || word == "puedes") return false;
  }
  return true;
}

}  // namespace

RevertRequest revert_request(std::string_view prompt) {
  constexpr std::size_t longest = 1000;
  const Prose prose = correction::read_prose(cut_utf8(prompt, longest));
  const auto& tokens = prose.tokens;
  RevertRequest out;
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    const std::size_t verb = verb_at(tokens, i);
    const bool takes_back =
        verb > 0 && leads_up(tokens, i) && has_object(tokens, i + verb, is_invited(tokens, i));
    if (!takes_back && !returns_to_state(tokens, i) && !says_done(tokens, i)) continue;
    if (only_talks_of_it(prose, tokens, i)) continue;
    out.asked = true;
    for (std::size_t j = i; j < tokens.size() && tokens[j].sentence == tokens[i].sentence; ++j) {
      out.wide = out.wide || is_one_of(tokens[j].text, wide_words);
    }
  }
  return out;
}

}  // namespace context_rot::session
