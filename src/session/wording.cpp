#include "session/wording.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "correction/fold.h"
#include "util/ascii.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::session {

namespace {

using std::string_view;

bool joins(char c) {
  return c == '-' || c == '.' || c == '/' || c == '\'' || c == '#' || c == '@';
}

/// Without "- ", "* ", "3. ", "- [ ] " in front.
string_view without_mark(string_view line) {
  line = trimmed(line);
  for (const string_view mark : {"- ", "* ", "+ ", "\u2022 "}) {
    if (line.starts_with(mark)) line = trimmed(line.substr(mark.size()));
  }
  for (const string_view box : {"[ ] ", "[x] ", "[X] "}) {
    if (line.starts_with(box)) line = trimmed(line.substr(box.size()));
  }
  const std::size_t digits = std::min(line.find_first_not_of("0123456789"), line.size());
  if (digits > 0 && digits < 3 && digits + 1 < line.size() &&
      (line[digits] == '.' || line[digits] == ')') && line[digits + 1] == ' ') {
    line = trimmed(line.substr(digits + 1));
  }
  return line;
}

std::string without_bold(string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line.substr(i).starts_with("**")) {
      ++i;
      continue;
    }
    out += line[i] == '\t' || line[i] == '\r' ? ' ' : line[i];
  }
  return out;
}

/// Small letters, no accents, one blank between words.
std::string folded_line(string_view text) {
  // Most text is ASCII, and needs no look at code points.
  const bool plain = std::all_of(text.begin(), text.end(),
                                 [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  std::string out;
  out.reserve(text.size());
  for (const char c : plain ? ascii_lower(text) : correction::fold(text)) {
    if (c == ' ' && (out.empty() || out.back() == ' ')) continue;
    out += c;
  }
  return out;
}

void put_sentence(string_view text, bool question, std::vector<Sentence>& out) {
  text = trimmed(text);
  if (text.empty()) return;
  Sentence sentence;
  sentence.text = std::string(text);
  sentence.folded = folded_line(text);
  sentence.question = question || text.starts_with("\u00bf");
  out.push_back(std::move(sentence));
}

/// Cuts a line at the ends of its sentences: a mark with a blank or nothing behind it.
void cut(string_view line, std::size_t most, std::vector<Sentence>& out) {
  std::size_t begin = 0;
  for (std::size_t i = 0; i < line.size() && out.size() < most; ++i) {
    const char c = line[i];
    if (c != '.' && c != '!' && c != '?') continue;
    const bool ends = i + 1 == line.size() || line[i + 1] == ' ' || line[i + 1] == ')';
    if (!ends) continue;
    // "e.g. ", "i.e. ", "1. "
    if (c == '.' && i >= 2 && (line[i - 2] == '.' || line[i - 2] == ' ')) continue;
    put_sentence(line.substr(begin, i + 1 - begin), c == '?', out);
    begin = i + 1;
  }
  if (out.size() < most) put_sentence(line.substr(begin), false, out);
}

constexpr WordList idle_words{std::to_array<string_view>(
    {"haven't", "hasn't",  "isn't", "aren't", "didn't", "doesn't", "couldn't", "won't", "the",
     "a",       "an",      "this",  "that",   "these",  "those",   "it",       "its",   "i",
     "we",      "you",     "they",  "he",     "she",    "me",      "us",       "my",    "our",
     "your",    "their",   "them",  "is",     "are",    "was",     "were",     "be",    "been",
     "being",   "am",      "do",    "does",   "did",    "done",    "have",     "has",   "had",
     "will",    "would",   "can",   "could",  "should", "shall",   "may",      "might", "must",
     "to",      "of",      "in",    "on",     "at",     "by",      "for",      "from",  "with",
     "as",      "and",     "or",    "but",    "if",     "so",      "then",     "than",  "not",
     "no",      "yes",     "yeah",  "yep",    "ok",     "okay",    "please",   "just",  "now",
     "also",    "too",     "very",  "all",    "any",    "some",    "there",    "here",  "what",
     "which",   "who",     "how",   "why",    "when",   "where",   "let's",    "lets",  "let",
     "i'm",     "i'd",     "i'll",  "i've",   "we'll",  "we're",   "it's",     "don't", "that's",
     "want",    "need",    "like",  "into",   "out",    "up",      "again",    "still", "go",
     "ahead",   "one",     "about", "well",   "hmm",    "get",     "got",      "only",  "el",
     "la",      "los",     "las",   "un",     "una",    "unos",    "unas",     "lo",    "de",
     "del",     "al",      "en",    "con",    "por",    "para",    "y",        "o",     "u",
     "e",       "que",     "si",    "se",     "me",     "te",      "le",       "su",    "sus",
     "mi",      "tu",      "es",    "son",    "esta",   "este",    "esto",     "eso",   "ese",
     "esa",     "ha",      "he",    "han",    "hay",    "ser",     "estar",    "ya",    "muy",
     "mas",     "pero",    "como",  "cuando", "donde",  "ahora",   "tambien",  "vale",  "bien",
     "favor",   "todo",    "toda",  "todos",  "todas",  "els",     "les",      "uns",   "unes",
     "amb",     "per",     "i",     "aixo",   "aquest", "aquesta", "son",      "ara",   "tambe",
     "pero",    "quan",    "on",    "molt",   "mes",    "tot",     "tots",     "hi",    "ho",
     "fer",     "d'acord", "a",     "em",     "ens",    "us",      "es",       "sobre"})};

}  // namespace

std::string_view whole_sentences(std::string_view text, std::size_t most) {
  constexpr std::size_t longest_rest = 400;
  if (text.size() <= most) return text;
  const std::size_t end = std::min(text.find_first_of(".!?\n", most), text.size() - 1);
  return cut_utf8(text, std::min(end + 1, most + longest_rest));
}

std::vector<Sentence> sentences_of(string_view text, std::size_t most) {
  std::vector<Sentence> out;
  bool fenced = false;
  for (std::size_t at = 0; at < text.size() && out.size() < most;) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const string_view line = trimmed(text.substr(at, end - at));
    at = end + 1;
    if (line.starts_with("```") || line.starts_with("~~~")) {
      fenced = !fenced;
      continue;
    }
    if (fenced || line.empty() || line[0] == '#' || line[0] == '|' || line[0] == '>') continue;
    cut(without_bold(without_mark(line)), most, out);
  }
  return out;
}

std::vector<std::string> telling(string_view folded) {
  std::vector<std::string> out;
  std::string word;
  const auto close = [&] {
    while (!word.empty() && joins(word.back())) word.pop_back();
    std::size_t begin = 0;
    while (begin < word.size() && joins(word[begin])) ++begin;
    word.erase(0, begin);
    const bool number = !word.empty() && word.find_first_not_of("0123456789") == std::string::npos;
    if ((word.size() >= 2 || number) && !idle_words.contains(word)) out.push_back(word);
    word.clear();
  };
  for (const char c : folded) {
    if (is_word_byte(c) || joins(c)) {
      word += c;
    } else {
      close();
    }
  }
  close();
  return out;
}

bool says(string_view folded, string_view phrase) {
  for (std::size_t at = folded.find(phrase); at != string_view::npos;
       at = folded.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    const bool begins = at == 0 || !is_word_byte(folded[at - 1]);
    if (begins &&
        (end == folded.size() || !is_word_byte(folded[end]) || !is_word_byte(phrase.back())))
      return true;
  }
  return false;
}

string_view without_nods(string_view folded) {
  static constexpr std::array nods{
      string_view("ok"),      string_view("okay"),      string_view("yes"),
      string_view("yeah"),    string_view("yep"),       string_view("sure"),
      string_view("great"),   string_view("good"),      string_view("perfect"),
      string_view("nice"),    string_view("excellent"), string_view("thanks"),
      string_view("cool"),    string_view("fine"),      string_view("right"),
      string_view("so"),      string_view("and"),       string_view("now"),
      string_view("then"),    string_view("also"),      string_view("well"),
      string_view("hmm"),     string_view("uh"),        string_view("oh"),
      string_view("ah"),      string_view("hey"),       string_view("hi"),
      string_view("but"),     string_view("next"),      string_view("first"),
      string_view("finally"), string_view("please"),    string_view("just"),
      string_view("btw"),     string_view("vale"),      string_view("si"),
      string_view("bien"),    string_view("perfecto"),  string_view("genial"),
      string_view("gracias"), string_view("pues"),      string_view("y"),
      string_view("ahora"),   string_view("tambien"),   string_view("luego"),
      string_view("bueno"),   string_view("d'acord"),   string_view("be"),
      string_view("gracies"), string_view("i"),         string_view("ara"),
      string_view("doncs"),   string_view("tambe"),     string_view("llavors"),
      string_view("po"),      string_view("pero")};
  for (bool again = true; again;) {
    again = false;
    folded.remove_prefix(std::min(folded.find_first_not_of(" ,.;:!-\u2014"), folded.size()));
    const std::size_t end = std::min(folded.find_first_of(" ,.;:!"), folded.size());
    const string_view word = folded.substr(0, end);
    // "i" joins in Catalan only; in English it is a person.
    const bool person = word == "i" && end < folded.size() && folded[end] == ' ' &&
                        !folded.substr(end + 1).starts_with("ara") &&
                        !folded.substr(end + 1).starts_with("tambe");
    if (!person && end < folded.size() && std::find(nods.begin(), nods.end(), word) != nods.end()) {
      folded.remove_prefix(end);
      again = true;
    }
  }
  return folded;
}

double share_of(const std::vector<std::string>& part, const std::vector<std::string>& whole) {
  if (part.empty()) return 0;
  const std::unordered_set<std::string_view> there(whole.begin(), whole.end());
  const auto shared = std::count_if(part.begin(), part.end(),
                                    [&](const std::string& word) { return there.contains(word); });
  return static_cast<double>(shared) / static_cast<double>(part.size());
}

}  // namespace context_rot::session
