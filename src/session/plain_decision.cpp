#include "session/plain_decision.h"

#include <algorithm>
#include <array>

#include "session/typed_texts.h"
#include "session/wording.h"
#include "util/ascii.h"
#include "util/one_of.h"
#include "util/utf8.h"

namespace context_rot::session {

namespace {

using std::string_view;

string_view first_word(string_view folded) {
  return folded.substr(0, std::min(folded.find_first_of(" ,.;:!?"), folded.size()));
}

/// Takes any of the openings off the front, with the blanks behind it.
template <typename List>
bool take_any(string_view& folded, const List& openings) {
  for (const string_view opening : openings) {
    if (!folded.starts_with(opening)) continue;
    folded.remove_prefix(opening.size());
    folded.remove_prefix(std::min(folded.find_first_not_of(" ,"), folded.size()));
    return true;
  }
  return false;
}

constexpr std::array guesses{string_view("i think "),  string_view("maybe "),
                             string_view("creo que "), string_view("quiza "),
                             string_view("crec que "), string_view("potser "),
                             string_view("instead "),  string_view("in that case ")};

/// "let's <what is only the next thing to do>"
constexpr std::array moves{
    string_view("go"),       string_view("see"),     string_view("try"),
    string_view("start"),    string_view("check"),   string_view("look"),
    string_view("commit"),   string_view("push"),    string_view("continue"),
    string_view("move"),     string_view("tackle"),  string_view("fix"),
    string_view("pop"),      string_view("update"),  string_view("test"),
    string_view("run"),      string_view("review"),  string_view("merge"),
    string_view("get"),      string_view("find"),    string_view("implement"),
    string_view("add"),      string_view("build"),   string_view("write"),
    string_view("talk"),     string_view("discuss"), string_view("wait"),
    string_view("create"),   string_view("open"),    string_view("investigate"),
    string_view("proceed"),  string_view("finish"),  string_view("figure"),
    string_view("take"),     string_view("pull"),    string_view("rebase"),
    string_view("deploy"),   string_view("jump"),    string_view("worry"),
    string_view("assume"),   string_view("first"),   string_view("just"),
    string_view("say"),      string_view("read"),    string_view("ver"),
    string_view("probar"),   string_view("mirar"),   string_view("hacer"),
    string_view("empezar"),  string_view("seguir"),  string_view("subir"),
    string_view("veure"),    string_view("provar"),  string_view("fer"),
    string_view("comencar"), string_view("pujar")};

/// "let's keep it in one file"; `folded` begins behind "let's".
bool proposes(string_view folded) {
  const bool negative = folded.starts_with("not ");
  if (negative) folded.remove_prefix(4);
  const string_view verb = first_word(folded);
  if (is_one_of(verb, moves)) return false;
  const auto words = telling(folded);
  const string_view rest = folded.substr(std::min(verb.size() + 1, folded.size()));
  const bool pronoun = rest.starts_with("it") || rest.starts_with("this") ||
                       rest.starts_with("that") || rest.starts_with("so");
  if ((verb == "do" || verb == "make") && pronoun && !negative) {
    return says(rest, "as") || says(rest, "in") || says(rest, "with") || says(rest, "via");
  }
  if (verb == "do" && first_word(rest) == "both") return false;
  return words.size() >= 2;
}

/// "use X as Y", "keep the header": a choice put as an order.
bool chooses(string_view folded) {
  static constexpr std::array verbs{
      string_view("use"),   string_view("keep"),    string_view("store"),
      string_view("leave"), string_view("stick"),   string_view("name"),
      string_view("call"),  string_view("usa"),     string_view("utiliza"),
      string_view("deja"),  string_view("manten"),  string_view("guarda"),
      string_view("llama"), string_view("llamalo"), string_view("mantingues"),
      string_view("deixa"), string_view("anomena"), string_view("utilitza")};
  return is_one_of(first_word(folded), verbs) && telling(folded).size() >= 3;
}

/// "no, don't set it", "nah let's roll back"
bool turns_down(string_view folded) {
  static constexpr std::array noes{string_view("no, "),   string_view("no "),
                                   string_view("nah, "),  string_view("nah "),
                                   string_view("nope, "), string_view("nope ")};
  if (!take_any(folded, noes)) return false;
  static constexpr std::array verbs{
      string_view("don't"),  string_view("do"),     string_view("remove"), string_view("drop"),
      string_view("keep"),   string_view("use"),    string_view("leave"),  string_view("let's"),
      string_view("revert"), string_view("dejalo"), string_view("deja"),   string_view("quita"),
      string_view("usa"),    string_view("pongas"), string_view("toques"), string_view("deixa"),
      string_view("treu"),   string_view("posis"),  string_view("toquis")};
  string_view behind = folded;
  const string_view verb = first_word(folded);
  if (verb == "do" && !behind.starts_with("do not")) return false;
  static constexpr std::array idle{string_view("don't worry"), string_view("don't know"),
                                   string_view("don't think"), string_view("don't see"),
                                   string_view("do not know"), string_view("do not see")};
  if (std::any_of(idle.begin(), idle.end(),
                  [&](string_view opening) { return folded.starts_with(opening); })) {
    return false;
  }
  return is_one_of(verb, verbs);
}

constexpr PhraseList preferences{std::to_array<string_view>(
    {"we should",    "makes more sense", "i'd prefer",    "i prefer",   "i would prefer",
     "i'd rather",   "i would rather",   "rather than",   "instead of", "i don't like",
     "i don't want", "prefiero",         "preferimos",    "es mejor",   "tiene mas sentido",
     "deberiamos",   "en vez de",        "en lugar de",   "no quiero",  "no me gusta",
     "prefereixo",   "es millor",        "te mes sentit", "hauriem de", "en lloc de",
     "enlloc de",    "no vull",          "no m'agrada"})};

constexpr PhraseList duties{std::to_array<string_view>(
    {"should", "shouldn't", "needs to", "need to be", "has to", "must", "tiene que", "tienen que",
     "debe", "deben", "deberia", "ha de", "han de", "hauria de", "haurien de"})};

/// What only sounds like a requirement: a report, an expectation, a duty of somebody.
constexpr PhraseList no_duties{std::to_array<string_view>({"i should",
                                                           "you should",
                                                           "should i",
                                                           "should have",
                                                           "should work",
                                                           "should be fixed",
                                                           "should be able to see",
                                                           "supposed",
                                                           "you must",
                                                           "must have",
                                                           "must be because",
                                                           "should now",
                                                           "should already",
                                                           "debe ser",
                                                           "deberia funcionar",
                                                           "hauria de funcionar",
                                                           "should be fine",
                                                           "should be good",
                                                           "should be ok",
                                                           "always",
                                                           "never"})};

/// A question put as an order: "tell me if it should stay", "work out which one it should be".
constexpr PhraseList inquiries{std::to_array<string_view>(
    {"tell me if",    "tell me whether", "tell me what",      "tell me which",   "let me know if",
     "determine if",  "determine what",  "determine whether", "determine which", "find out",
     "figure out",    "work out which",  "check if",          "check whether",   "decide what",
     "decide which",  "decide whether",  "dime si",           "dime que",        "dime cual",
     "averigua",      "mira si",         "comprueba si",      "decide si",       "digues-me si",
     "digues-me que", "esbrina",         "comprova si"})};

/// "it shows 19 instead of 26": a report of two numbers, no choice.
bool compares_numbers(string_view folded) {
  static constexpr std::array middles{string_view(" instead of "), string_view(" rather than "),
                                      string_view(" en vez de "), string_view(" en lugar de "),
                                      string_view(" en lloc de ")};
  return std::any_of(middles.begin(), middles.end(), [&](string_view middle) {
    for (std::size_t at = folded.find(middle); at != string_view::npos;
         at = folded.find(middle, at + 1)) {
      if (at > 0 && at + middle.size() < folded.size() && is_digit(folded[at - 1]) &&
          is_digit(folded[at + middle.size()])) {
        return true;
      }
    }
    return false;
  });
}

/// "we will wait for it", "I'll handle it over there"
bool commits_to(string_view folded) {
  static constexpr std::array openings{string_view("we will "),    string_view("we'll "),
                                       string_view("i'll "),       string_view("i will "),
                                       string_view("usaremos "),   string_view("dejaremos "),
                                       string_view("esperaremos ")};
  string_view rest = folded;
  if (!take_any(rest, openings)) return false;
  static constexpr std::array chores{string_view("check"),  string_view("test"), string_view("try"),
                                     string_view("see"),    string_view("look"), string_view("let"),
                                     string_view("commit"), string_view("push"), string_view("run"),
                                     string_view("need"),   string_view("be"),   string_view("do")};
  return !is_one_of(first_word(rest), chores) && telling(rest).size() >= 2;
}

/// "I'll do it", "close it": short, and settled with it.
bool settles(string_view folded) {
  while (!folded.empty() && string_view(" .!").find(folded.back()) != string_view::npos) {
    folded.remove_suffix(1);
  }
  static constexpr std::array whole{
      string_view("i'll do it"), string_view("i'll do that"),   string_view("i will do it"),
      string_view("lo hago yo"), string_view("ho faig jo"),     string_view("close it"),
      string_view("leave it"),   string_view("leave it as is"), string_view("drop it"),
      string_view("keep it"),    string_view("skip it"),        string_view("dejalo"),
      string_view("cierralo"),   string_view("tanca-ho"),       string_view("deixa-ho"),
      string_view("do nothing"), string_view("no hagas nada"),  string_view("no facis res")};
  return is_one_of(folded, whole);
}

bool is_decision(const Sentence& sentence) {
  if (sentence.question) return false;
  string_view folded = without_nods(sentence.folded);
  if (turns_down(folded)) return true;
  if (says_any(folded, inquiries)) return false;
  static constexpr std::array noes{string_view("no, "), string_view("nah, "), string_view("nah ")};
  take_any(folded, noes);
  take_any(folded, guesses);
  static constexpr std::array lets{string_view("let's "), string_view("lets "),
                                   string_view("let us "), string_view("vamos a "),
                                   string_view("anem a ")};
  if (take_any(folded, lets)) return proposes(folded);
  if (settles(folded) || folded.starts_with("do nothing,")) return true;
  if (chooses(folded) || commits_to(folded)) return true;
  // "implement both, use the short name"
  for (std::size_t at = folded.find(", "); at != string_view::npos;
       at = folded.find(", ", at + 1)) {
    if (chooses(folded.substr(at + 2))) return true;
  }
  const std::size_t words = telling(folded).size();
  if (words >= 2 && says_any(folded, preferences) && !compares_numbers(folded)) return true;
  return words >= 3 && says_any(folded, duties) && !says_any(folded, no_duties);
}

}  // namespace

std::vector<std::string> plain_decisions(string_view own) {
  return plain_decisions(own_sentences(own));
}

std::vector<std::string> plain_decisions(const std::vector<Sentence>& sentences) {
  constexpr std::size_t longest = 300;
  std::vector<std::string> out;
  for (const Sentence& sentence : sentences) {
    if (is_decision(sentence)) out.emplace_back(cut_utf8(sentence.text, longest));
  }
  return out;
}

std::vector<std::string> bold_verdicts(string_view answer) {
  constexpr std::size_t looked_at = 16u << 10;
  constexpr std::size_t longest = 160;
  static constexpr std::array verbs{
      string_view("keep"),   string_view("drop"),     string_view("kill"),
      string_view("remove"), string_view("use"),      string_view("leave"),
      string_view("skip"),   string_view("move"),     string_view("merge"),
      string_view("split"),  string_view("store"),    string_view("mantener"),
      string_view("quitar"), string_view("usar"),     string_view("dejar"),
      string_view("mover"),  string_view("mantenir"), string_view("treure"),
      string_view("deixar"), string_view("moure")};
  static constexpr PhraseList musts{std::to_array<string_view>(
      {"must", "should", "shouldn't", "must not", "debe", "no debe", "ha de", "no ha de"})};
  std::vector<std::string> out;
  answer = cut_utf8(answer, looked_at);
  while (!answer.empty()) {
    const std::size_t feed = std::min(answer.find('\n'), answer.size());
    const string_view line = answer.substr(0, feed);
    answer.remove_prefix(std::min(feed + 1, answer.size()));
    if (!line.starts_with("**")) continue;
    const std::size_t close = line.find("**", 2);
    if (close == string_view::npos || close < 8 || close > longest) continue;
    const string_view bold = line.substr(2, close - 2);
    const bool whole = bold.ends_with('.') || bold.find("\u2192") != string_view::npos;
    if (!whole) continue;
    for (const Sentence& sentence : sentences_of(bold, 1)) {
      if (sentence.question || telling(sentence.folded).size() < 2) continue;
      if (bold.find("\u2192") != string_view::npos ||
          is_one_of(first_word(sentence.folded), verbs) || says_any(sentence.folded, musts)) {
        out.push_back(sentence.text);
      }
    }
  }
  return out;
}

}  // namespace context_rot::session
