#include "session/standing_rule.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "session/wording.h"
#include "transcript/turn.h"
#include "util/excerpt.h"

namespace context_rot::session {

namespace {

using std::string_view;
using transcript::Entry;
using transcript::EntryKind;

constexpr std::size_t looked_at_skill = 16u << 10;
constexpr std::size_t sentence_bytes = 200;

/// A rule wherever it stands in a clause.
constexpr PhraseList lasting{std::to_array<string_view>(
    {"from now on", "a partir de ahora", "de ahora en adelante", "a partir d'ara", "d'ara endavant",
     "as a rule", "por norma", "per norma", "every time you", "cada vez que", "cada vegada que",
     "sempre que"})};

/// A duty of the one who is told.
constexpr PhraseList duty_words{std::to_array<string_view>(
    {"you must", "we must", "must be", "must not", "must never", "must always", "only use",
     "tienes que", "debes", "solo usa", "has de", "nomes fes servir"})};

/// A rule as a request only: at the beginning of a clause.
constexpr std::array requests{
    string_view("always "),   string_view("never "),     string_view("don't "),
    string_view("do not "),   string_view("siempre "),   string_view("nunca "),
    string_view("no uses "),  string_view("no toques "), string_view("no hagas "),
    string_view("sempre "),   string_view("mai "),       string_view("no facis "),
    string_view("no toquis ")};

/// What makes it an order of the moment.
constexpr PhraseList momentary{std::to_array<string_view>({"yet",
                                                           "for now",
                                                           "right now",
                                                           "this time",
                                                           "today",
                                                           "for the moment",
                                                           "until i",
                                                           "just yet",
                                                           "i only want",
                                                           "i just want",
                                                           "don't worry",
                                                           "don't know",
                                                           "don't think",
                                                           "don't see",
                                                           "don't understand",
                                                           "don't mind",
                                                           "don't care",
                                                           "don't forget",
                                                           "don't get",
                                                           "don't have",
                                                           "do not have",
                                                           "do not know",
                                                           "do not see",
                                                           "never mind",
                                                           "this prompt",
                                                           "this one",
                                                           "todavia",
                                                           "aun",
                                                           "por ahora",
                                                           "de momento",
                                                           "esta vez",
                                                           "hoy",
                                                           "encara",
                                                           "per ara",
                                                           "aquest cop",
                                                           "avui",
                                                           "no te preocupes"})};

/// A rule against changes at large.
constexpr PhraseList changing{
    std::to_array<string_view>({"change", "edit", "modify", "write", "touch", "code", "cambies",
                                "edites", "toques", "escribas", "canviis", "toquis"})};
constexpr PhraseList at_large{std::to_array<string_view>(
    {"a line", "anything", "any file", "any files", "any code", "files", "the code", "code", "nada",
     "ningun archivo", "codigo", "res", "cap fitxer", "codi"})};

bool begins_clause(string_view folded, string_view word) {
  static constexpr std::array leads{
      string_view("please "),  string_view("and "),    string_view("but "),
      string_view("so "),      string_view("then "),   string_view(", "),
      string_view(": "),       string_view("; "),      string_view("should "),
      string_view("must "),    string_view("again, "), string_view("por favor "),
      string_view("y "),       string_view("pero "),   string_view("debes "),
      string_view("sisplau "), string_view("i "),      string_view("- "),
      string_view("you ")};
  for (std::size_t at = folded.find(word); at != string_view::npos;
       at = folded.find(word, at + 1)) {
    const string_view before = folded.substr(0, at);
    // "a file that is new and never been saved"
    if (folded.substr(at + word.size()).starts_with("been ")) continue;
    if (before.find_first_not_of(" \"'-") == string_view::npos) return true;
    for (const string_view lead : leads) {
      // "i" of Catalan, not "I never said that"
      if (lead == "i " &&
          (word == "never " || word == "always " || word == "don't " || word == "do not ")) {
        continue;
      }
      if (lead == "you " && word != "always " && word != "never ") continue;
      const bool whole =
          before.size() == lead.size() || lead.front() == ',' || lead.front() == ':' ||
          lead.front() == ';' ||
          (before.size() > lead.size() && before[before.size() - lead.size() - 1] == ' ');
      if (before.ends_with(lead) && whole) return true;
    }
  }
  return false;
}

/// "Option B: don't clear it": what an option is, not what is asked.
bool describes_option(string_view folded) {
  static constexpr PhraseList options{std::to_array<string_view>(
      {"scenario", "option", "case", "approach", "variant", "alternative", "escenario", "opcion",
       "caso", "enfoque", "alternativa", "escenari", "opcio", "cas"})};
  const std::size_t colon = folded.rfind(": ");
  return colon != string_view::npos && says_any(folded.substr(0, colon), options);
}

/// "while it builds, set the lamp to green from now on": one change, whose effect lasts.
bool sets_once(string_view folded) {
  static constexpr std::array verbs{string_view("set "),       string_view("configure "),
                                    string_view("switch "),    string_view("pon "),
                                    string_view("configura "), string_view("posa ")};
  return std::any_of(verbs.begin(), verbs.end(),
                     [&](string_view verb) { return begins_clause(folded, verb); });
}

bool is_rule(const Sentence& sentence) {
  const string_view folded = sentence.folded;
  if (sentence.question || sentence.text.size() < 12 || sentence.text.size() > 240) return false;
  if (sentence.text.ends_with(':') || says_any(folded, momentary)) return false;
  if (telling(folded).size() < 2 || describes_option(folded) || sets_once(folded)) return false;
  return says_any(folded, lasting) || says_any(folded, duty_words) ||
         std::any_of(requests.begin(), requests.end(),
                     [&](string_view word) { return begins_clause(folded, word); });
}

/// "Do not push unless the user asks."
bool asks_for_leave(const Sentence& sentence) {
  static constexpr PhraseList leaves{std::to_array<string_view>(
      {"unless the user", "unless asked", "unless you are asked", "without asking", "unless i ask",
       "without permission", "sin preguntar", "salvo que el usuario", "a menos que el usuario",
       "sense preguntar", "tret que l'usuari"})};
  const string_view folded = sentence.folded;
  return sentence.text.size() <= 160 && !sentence.text.ends_with(':') && says_any(folded, leaves) &&
         (folded.starts_with("do not ") || folded.starts_with("don't ") ||
          folded.starts_with("never ") || folded.starts_with("no "));
}

bool is_skill_body(const Entry& entry) {
  return entry.kind == EntryKind::meta &&
         transcript::text_of(entry).starts_with("Base directory for this skill:");
}

/// A prompt's rules with what decides whether they still hold.
struct Rule {
  FromEntry line;
  bool against_changes = false;
  bool against = false;
  std::vector<std::string> words;
};

Rule rule_of(const Sentence& sentence, std::size_t entry) {
  const string_view folded = sentence.folded;
  Rule out;
  string_view text = sentence.text;
  while (text.ends_with('.') || text.ends_with('!')) text.remove_suffix(1);
  out.line = {excerpt(text, sentence_bytes), entry};
  static constexpr PhraseList negations{
      std::to_array<string_view>({"don't", "do not", "never", "no", "nunca", "mai"})};
  out.against = says_any(folded, negations);
  out.against_changes = out.against && says_any(folded, changing) && says_any(folded, at_large);
  for (std::string& word : telling(folded)) {
    if (word != "never" && word != "always" && word != "nunca" && word != "siempre" &&
        word != "mai" && word != "sempre") {
      out.words.push_back(std::move(word));
    }
  }
  return out;
}

/// The entry of the last change that was made; 0 where none was.
std::size_t last_change(const std::vector<transcript::ToolUse>& uses) {
  for (auto use = uses.rbegin(); use != uses.rend(); ++use) {
    if (use->action == transcript::Action::change && use->succeeded()) return use->use_entry;
  }
  return 0;
}

}  // namespace

std::vector<FromEntry> standing_rules(const transcript::Conversation& conversation,
                                      const std::vector<transcript::ToolUse>& uses,
                                      const TypedTexts& typed, std::size_t most) {
  std::vector<FromEntry> out;
  std::unordered_set<std::string> seen;
  std::vector<std::vector<std::string>> later;  // what later prompts ask for, in words
  constexpr std::size_t most_later = 200;
  std::size_t next_prompt = conversation.entries.size();  // the one behind
  const std::size_t changed = last_change(uses);
  std::size_t left = 200;  // bounds the comparing
  for (std::size_t i = conversation.entries.size(); i-- > 0 && out.size() < most;) {
    const Entry& entry = conversation.entries[i];
    if (entry.sidechain) continue;
    const bool skill = is_skill_body(entry);
    std::vector<Sentence> of_skill;
    if (skill)
      of_skill = sentences_of(whole_sentences(transcript::text_of(entry), looked_at_skill));
    const std::vector<Sentence>& sentences = skill ? of_skill : typed.at(i).sentences;
    if (sentences.empty()) continue;
    std::vector<FromEntry> here;
    for (const Sentence& sentence : sentences) {
      if (skill ? !asks_for_leave(sentence) : !is_rule(sentence)) continue;
      if (left == 0) break;
      --left;
      Rule rule = rule_of(sentence, i);
      const bool reversed =
          !skill &&
          ((rule.against_changes && changed > next_prompt) ||
           (rule.against && std::any_of(later.begin(), later.end(), [&](const auto& words) {
              return share_of(rule.words, words) >= 0.99;
            })));
      if (!reversed && seen.insert(rule.line.text).second) here.push_back(std::move(rule.line));
    }
    if (!skill) {
      next_prompt = i;
      for (const Sentence& sentence : sentences) {
        const bool negative = says(sentence.folded, "don't") || says(sentence.folded, "do not") ||
                              says(sentence.folded, "never") || says(sentence.folded, "no");
        if (!negative && !sentence.question && later.size() < most_later)
          later.push_back(telling(sentence.folded));
      }
    }
    for (auto line = here.rbegin(); line != here.rend() && out.size() < most; ++line) {
      out.push_back(std::move(*line));
    }
  }
  std::reverse(out.begin(), out.end());
  return out;
}

bool states_rule(const Sentence& sentence) {
  return is_rule(sentence);
}

bool is_momentary(std::string_view folded) {
  return says_any(folded, momentary);
}

}  // namespace context_rot::session
