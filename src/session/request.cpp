#include "session/request.h"

#include <algorithm>
#include <array>

#include "session/revert_request.h"
#include "session/typed.h"
#include "session/wording.h"
#include "util/excerpt.h"

namespace context_rot::session {

namespace {

using std::string_view;

constexpr std::size_t most_weight = 60;

/// Verbs that begin a request: English, Spanish and Catalan as they are said to somebody, folded.
constexpr WordList work_verbs{std::to_array<string_view>(
    {"add",       "analyze",      "analyse",     "apply",       "ask",         "audit",
     "build",     "bump",         "change",      "check",       "clean",       "compare",
     "configure", "consider",     "convert",     "copy",        "create",      "critique",
     "debug",     "decide",       "delete",      "deploy",      "design",      "develop",
     "disable",   "document",     "draft",       "drop",        "enable",      "establish",
     "evaluate",  "explain",      "explore",     "export",      "extend",      "extract",
     "figure",    "find",         "finish",      "fix",         "format",      "generate",
     "give",      "handle",       "help",        "hide",        "implement",   "import",
     "improve",   "include",      "increase",    "insert",      "inspect",     "install",
     "integrate", "introduce",    "investigate", "list",        "load",        "log",
     "look",      "make",         "merge",       "migrate",     "model",       "modify",
     "move",      "open",         "optimize",    "optimise",    "organize",    "organise",
     "plan",      "port",         "prepare",     "profile",     "provide",     "publish",
     "put",       "read",         "redesign",    "reduce",      "refactor",    "reflect",
     "release",   "remove",       "rename",      "render",      "reorder",     "replace",
     "reproduce", "research",     "resolve",     "restructure", "review",      "rework",
     "rewrite",   "roll",         "run",         "save",        "search",      "send",
     "set",       "setup",        "show",        "simplify",    "sort",        "split",
     "start",     "store",        "summarize",   "summarise",   "support",     "switch",
     "sync",      "tackle",       "tell",        "test",        "track",       "translate",
     "trim",      "try",          "turn",        "tweak",       "unify",       "update",
     "upgrade",   "use",          "validate",    "verify",      "wire",        "wrap",
     "write",     "commit",       "push",        "pull",        "rebase",      "continue",
     "anade",     "agrega",       "analiza",     "aplica",      "arregla",     "ayudame",
     "borra",     "busca",        "cambia",      "comprueba",   "configura",   "convierte",
     "copia",     "corrige",      "crea",        "despliega",   "divide",      "documenta",
     "ejecuta",   "elimina",      "ensename",    "escribe",     "explica",     "explicame",
     "explora",   "fusiona",      "genera",      "guarda",      "haz",         "implementa",
     "importa",   "instala",      "integra",     "investiga",   "lanza",       "lee",
     "limpia",    "lista",        "mejora",      "migra",       "mira",        "modifica",
     "monta",     "mueve",        "muestra",     "muestrame",   "ordena",      "organiza",
     "planifica", "pon",          "prepara",     "prueba",      "publica",     "quita",
     "reemplaza", "refactoriza",  "renombra",    "reorganiza",  "resume",      "revisa",
     "sube",      "traduce",      "usa",         "valida",      "verifica",    "afegeix",
     "ajuda'm",   "analitza",     "canvia",      "comprova",    "converteix",  "corregeix",
     "descriu",   "divideix",     "escriu",      "esborra",     "executa",     "fes",
     "fusiona",   "importa",      "instal·la",   "llegeix",     "llista",      "llanca",
     "millora",   "mostra",       "mou",         "neteja",      "obre",        "optimitza",
     "organitza", "posa",         "prova",       "publica",     "puja",        "reanomena",
     "reemplaca", "refactoritza", "resumeix",    "revisa",      "substitueix", "tradueix",
     "treu",      "utilitza"})};

/// What may stand anywhere in a sentence that asks.
constexpr PhraseList asking{std::to_array<string_view>(
    {"can you",     "could you",   "can we",     "could we",   "would you",    "will you",
     "please",      "let's",       "lets",       "let us",     "i want",       "we want",
     "i need",      "we need",     "i'd like",   "would like", "i would love", "help me",
     "your task",   "any way we",  "any way to", "puedes",     "podrias",      "podemos",
     "podriamos",   "quiero",      "queremos",   "quisiera",   "necesito",     "necesitamos",
     "me gustaria", "hay que",     "vamos a",    "por favor",  "pots",         "podries",
     "podem",       "podriem",     "vull",       "volem",      "voldria",      "necessito",
     "necessitem",  "m'agradaria", "cal que",    "hem de",     "si us plau",   "sisplau"})};

/// Something is not as it should be.
constexpr PhraseList trouble{std::to_array<string_view>({"broken",        "fails",
                                                         "failing",       "failed",
                                                         "crashes",       "crash",
                                                         "bug",           "conflicts",
                                                         "not working",   "doesn't work",
                                                         "does not work", "don't seem",
                                                         "doesn't seem",  "stopped working",
                                                         "threw",         "wrong",
                                                         "is missing",    "an error",
                                                         "no funciona",   "falla",
                                                         "fallan",        "roto",
                                                         "rota",          "da error",
                                                         "no va",         "trencat",
                                                         "trencada",      "no rutlla",
                                                         "peta",          "conflictos",
                                                         "conflictes",    "issue",
                                                         "problem",       "problema"})};

/// A chore, and words that only go with one.
constexpr WordList chores{std::to_array<string_view>(
    {"commit",  "commits",  "committed", "push",       "pushed", "pull",     "rebase",  "again",
     "run",     "test",     "tests",     "try",        "retry",  "continue", "branch",  "changes",
     "change",  "it",       "pr",        "everything", "start",  "look",     "check",   "show",
     "tell",    "commitea", "sube",      "puja",       "prueba", "prova",    "cambios", "canvis",
     "pruebas", "proves",   "rama",      "branca",     "rest",   "work",     "fix",     "write",
     "close",   "merge",    "keep",      "stop",       "go",     "both",     "first",   "both"})};

/// "go on", "keep going": the work goes on as before.
bool goes_on(string_view folded) {
  static constexpr std::array openings{
      string_view("go on"),    string_view("go ahead"), string_view("keep going"),
      string_view("carry on"), string_view("continue"), string_view("proceed"),
      string_view("sigue"),    string_view("continua"), string_view("adelante"),
      string_view("segueix"),  string_view("endavant"), string_view("siguiente"),
      string_view("ready for")};
  return std::any_of(openings.begin(), openings.end(), [&](string_view opening) {
    return folded.starts_with(opening) && says(folded.substr(0, opening.size() + 1), opening);
  });
}

/// "do not commit yet", "no lo subas"
bool refuses(string_view folded) {
  static constexpr std::array openings{
      string_view("don't "), string_view("dont "), string_view("do not "), string_view("never "),
      string_view("no "),    string_view("nope"),  string_view("nah "),    string_view("not "),
      string_view("nunca "), string_view("mai "),  string_view("stop "),   string_view("wait")};
  return std::any_of(openings.begin(), openings.end(),
                     [&](string_view opening) { return folded.starts_with(opening); });
}

/// "crear una pagina": an infinitive in front.
bool is_infinitive(string_view word) {
  return word.size() > 4 &&
         (word.ends_with("ar") || word.ends_with("er") || word.ends_with("ir")) &&
         word != "after" && word != "other" && word != "under" && word != "never" &&
         word != "whether" && word != "rather" && word != "either" && word != "another" &&
         word != "however" && word != "similar" && word != "super";
}

/// "what are the settings I need?": a question, whatever stands in it.
bool wants_to_know(string_view first) {
  static constexpr std::array words{
      string_view("what"),  string_view("what's"), string_view("how"),       string_view("where"),
      string_view("when"),  string_view("who"),    string_view("which"),     string_view("why"),
      string_view("is"),    string_view("are"),    string_view("does"),      string_view("did"),
      string_view("do"),    string_view("q"),      string_view("\u00bfque"), string_view("que"),
      string_view("como"),  string_view("donde"),  string_view("cuando"),    string_view("cual"),
      string_view("quien"), string_view("por"),    string_view("com"),       string_view("on"),
      string_view("quan"),  string_view("quin"),   string_view("quina"),     string_view("qui")};
  return std::find(words.begin(), words.end(), first) != words.end();
}

/// "dig a pond": a word that is no pronoun, preposition and the like, and an article behind it.
bool is_told_to(string_view folded) {
  static constexpr WordList no_verbs{std::to_array<string_view>(
      {"is",     "are",        "was",     "were",   "has",     "have",   "had",     "does",
       "did",    "do",         "in",      "on",     "at",      "for",    "with",    "from",
       "to",     "of",         "by",      "as",     "that",    "this",   "what",    "and",
       "or",     "but",        "so",      "not",    "all",     "since",  "because", "if",
       "when",   "while",      "after",   "before", "only",    "also",   "like",    "about",
       "under",  "over",       "between", "into",   "than",    "there",  "here",    "it's",
       "that's", "what's",     "i",       "you",    "we",      "he",     "she",     "they",
       "it",     "everything", "nothing", "both",   "half",    "such",   "quite",   "thanks",
       "where",  "how",        "why",     "who",    "which",   "would",  "should",  "could",
       "can",    "will",       "may",     "maybe",  "without", "though", "until",   "against",
       "during", "es",         "son",     "en",     "de",      "con",    "por",     "para",
       "sin",    "que",        "hay",     "era",    "fue",     "ha",     "he",      "sobre",
       "tras",   "si",         "como",    "cuando", "amb",     "per",    "sense",   "hi",
       "son",    "quan",       "a",       "al",     "veo",     "creo",   "tengo",   "tinc",
       "veig",   "crec",       "see",     "saw",    "got",     "had",    "mejor",   "toda",
       "todo",   "tot",        "tota",    "o",      "y",       "e"})};
  const std::size_t space = folded.find(' ');
  if (space == string_view::npos) return false;
  const string_view first = folded.substr(0, space);
  const string_view rest = folded.substr(space + 1);
  const string_view second = rest.substr(0, std::min(rest.find(' '), rest.size()));
  static constexpr std::array articles{string_view("a"),   string_view("an"),  string_view("the"),
                                       string_view("all"), string_view("my"),  string_view("our"),
                                       string_view("un"),  string_view("una"), string_view("el"),
                                       string_view("la"),  string_view("los"), string_view("las"),
                                       string_view("els"), string_view("les")};
  return first.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == string_view::npos &&
         !no_verbs.contains(first) &&
         std::find(articles.begin(), articles.end(), second) != articles.end();
}

std::size_t beyond_chores(const std::vector<std::string>& words) {
  return static_cast<std::size_t>(std::count_if(
      words.begin(), words.end(), [](const std::string& word) { return !chores.contains(word); }));
}

/// What one sentence asks for.
Ask ask_of(const Sentence& sentence, bool single) {
  const string_view folded = without_nods(sentence.folded);
  if (folded.empty() || goes_on(folded)) return Ask::nothing;
  const std::vector<std::string> words = telling(folded);
  if (folded.starts_with('/')) {  // a skill, and what it is to do
    return words.size() >= 3 ? Ask::request : Ask::order;
  }
  const string_view first = folded.substr(0, std::min(folded.find_first_of(" ,:."), folded.size()));
  const bool verb =
      work_verbs.contains(first) || is_told_to(folded) || (single && is_infinitive(first));
  const bool asks = verb || says_any(folded, asking);
  const bool reports = says_any(folded, trouble) && words.size() >= 2;
  if (words.empty()) return sentence.question ? Ask::question : Ask::nothing;
  if (sentence.question && !verb && !reports && wants_to_know(first)) return Ask::question;
  if (refuses(folded) && !says_any(folded, asking)) return Ask::nothing;
  if (!asks && !reports) return sentence.question ? Ask::question : Ask::nothing;
  if (reports && !asks) return Ask::request;
  const std::size_t own = beyond_chores(words);
  return own >= 2 || (own == 1 && words.size() >= 3 && words.size() > own + 1) ? Ask::request
                                                                               : Ask::order;
}

}  // namespace

Asked asked_in(string_view own) {
  return asked_in(own_sentences(own));
}

Asked asked_in(const std::vector<Sentence>& sentences) {
  Asked out;
  for (const Sentence& sentence : sentences) {
    out.ask = std::max(out.ask, ask_of(sentence, sentences.size() == 1));
    out.weight += telling(sentence.folded).size();
  }
  out.weight = std::min(out.weight, most_weight);
  return out;
}

std::vector<FromEntry> goal_of(const TypedTexts& typed, std::size_t since, std::size_t most) {
  struct Place {
    std::size_t entry;
    std::size_t weight;
  };
  std::optional<Place> first;
  std::optional<Place> last;
  std::optional<Place> fullest;  // of those behind the first
  for (auto text = typed.from(since); text != typed.end(); ++text) {
    const std::size_t i = text->entry;
    const Asked asked = asked_in(text->sentences);
    if (asked.ask != Ask::request) continue;
    const bool takes_back = first && text->sentences.size() == 1 && revert_request(text->own).asked;
    if (takes_back) continue;
    if (first && (!fullest || asked.weight > fullest->weight)) fullest = Place{i, asked.weight};
    if (!first) first = Place{i, asked.weight};
    // The newest that says something, where there is one.
    constexpr std::size_t telling_newest = 4;
    if (!last || last->weight < telling_newest || asked.weight >= telling_newest) {
      last = Place{i, asked.weight};
    }
  }
  std::vector<FromEntry> out;
  const auto put = [&](std::size_t entry) {
    if (!out.empty() && out.back().entry == entry) return;
    // On one line: a request may stand in several.
    std::string own(whole_sentences(typed.at(entry).own, sentences_bytes));
    std::replace(own.begin(), own.end(), '\n', ' ');
    std::string text = excerpt(own, most);
    const bool said =
        std::any_of(out.begin(), out.end(), [&](const FromEntry& one) { return one.text == text; });
    if (!text.empty() && !said) out.push_back({std::move(text), entry});
  };
  constexpr std::size_t full = 8;     // words that make a request one to tell of
  constexpr std::size_t sharper = 5;  // that make the newest one worth telling too
  if (first) {
    put(first->entry);
    if (fullest && fullest->weight >= full && fullest->entry < last->entry) put(fullest->entry);
    if (last->weight >= sharper) put(last->entry);
  }
  return out;
}

}  // namespace context_rot::session
