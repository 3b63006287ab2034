#include "session/standing_rule.h"

#include <algorithm>
#include <array>
#include <unordered_set>

#include "session/typed.h"
#include "session/wording.h"
#include "transcript/turn.h"
#include "util/excerpt.h"

namespace context_rot::session {

namespace {

using std::string_view;
using transcript::Entry;
using transcript::EntryKind;

constexpr std::size_t rule_bytes = 4000;  // bytes of a prompt
constexpr std::size_t looked_at_skill = 16u << 10;
constexpr std::size_t sentence_bytes = 200;

/// A rule wherever it stands in a clause.
constexpr std::array lasting{string_view("from now on"),
                             string_view("a partir de ahora"),
                             string_view("de ahora en adelante"),
                             string_view("a partir d'ara"),
                             string_view("d'ara endavant"),
                             string_view("as a rule"),
                             string_view("por norma"),
                             string_view("per norma"),
                             string_view("every time you"),
                             string_view("cada vez que"),
                             string_view("cada vegada que"),
                             string_view("sempre que")};

/// A duty of the one who is told.
constexpr std::array duty_words{
    string_view("you must"), string_view("we must"),    string_view("must be"),
    string_view("must not"), string_view("must never"), string_view("must always"),
    string_view("only use"), string_view("tienes que"), string_view("debes"),
    string_view("solo usa"), string_view("has de"),     string_view("nomes fes servir")};

/// A rule as a request only: at the beginning of a clause.
constexpr std::array requests{
    string_view("always "),   string_view("never "),     string_view("don't "),
    string_view("do not "),   string_view("siempre "),   string_view("nunca "),
    string_view("no uses "),  string_view("no toques "), string_view("no hagas "),
    string_view("sempre "),   string_view("mai "),       string_view("no facis "),
    string_view("no toquis ")};

/// What makes it an order of the moment.
constexpr std::array momentary{string_view("yet"),
                               string_view("for now"),
                               string_view("right now"),
                               string_view("this time"),
                               string_view("today"),
                               string_view("for the moment"),
                               string_view("until i"),
                               string_view("just yet"),
                               string_view("i only want"),
                               string_view("i just want"),
                               string_view("don't worry"),
                               string_view("don't know"),
                               string_view("don't think"),
                               string_view("don't see"),
                               string_view("don't understand"),
                               string_view("don't mind"),
                               string_view("don't care"),
                               string_view("don't forget"),
                               string_view("don't get"),
                               string_view("don't have"),
                               string_view("do not have"),
                               string_view("do not know"),
                               string_view("do not see"),
                               string_view("never mind"),
                               string_view("this prompt"),
                               string_view("this one"),
                               string_view("todavia"),
                               string_view("aun"),
                               string_view("por ahora"),
                               string_view("de momento"),
                               string_view("esta vez"),
                               string_view("hoy"),
                               string_view("encara"),
                               string_view("per ara"),
                               string_view("aquest cop"),
                               string_view("avui"),
                               string_view("no te preocupes")};

/// A rule against changed_plans at large.
constexpr std::array changed_plans{
    string_view("change"), string_view("edit"),     string_view("modify"),  string_view("write"),
    string_view("touch"),  string_view("code"),     string_view("cambies"), string_view("edites"),
    string_view("toques"), string_view("escribas"), string_view("canviis"), string_view("toquis")};
constexpr std::array at_large{
    string_view("a line"),         string_view("anything"), string_view("any file"),
    string_view("any files"),      string_view("any code"), string_view("files"),
    string_view("the code"),       string_view("code"),     string_view("nada"),
    string_view("ningun archivo"), string_view("codigo"),   string_view("res"),
    string_view("cap fitxer"),     string_view("codi")};

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

bool is_rule(const Sentence& sentence) {
  const string_view folded = sentence.folded;
  if (sentence.question || sentence.text.size() < 12 || sentence.text.size() > 240) return false;
  if (sentence.text.ends_with(':') || says_any(folded, momentary)) return false;
  if (telling(folded).size() < 2) return false;
  return says_any(folded, lasting) || says_any(folded, duty_words) ||
         std::any_of(requests.begin(), requests.end(),
                     [&](string_view word) { return begins_clause(folded, word); });
}

/// "Do not push unless the user asks."
bool asks_for_leave(const Sentence& sentence) {
  static constexpr std::array leaves{
      string_view("unless the user"),        string_view("unless asked"),
      string_view("unless you are asked"),   string_view("without asking"),
      string_view("unless i ask"),           string_view("without permission"),
      string_view("sin preguntar"),          string_view("salvo que el usuario"),
      string_view("a menos que el usuario"), string_view("sense preguntar"),
      string_view("tret que l'usuari")};
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
  static constexpr std::array negations{string_view("don't"), string_view("do not"),
                                        string_view("never"), string_view("no"),
                                        string_view("nunca"), string_view("mai")};
  out.against = says_any(folded, negations);
  out.against_changes = out.against && says_any(folded, changed_plans) && says_any(folded, at_large);
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
                                      const std::vector<transcript::ToolUse>& uses, std::size_t most) {
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
    const std::string own = skill ? transcript::text_of(entry) : own_words(typed_text(entry));
    if (own.empty()) continue;
    const auto sentences =
        sentences_of(whole_sentences(own, skill ? looked_at_skill : rule_bytes));
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

}  // namespace context_rot::session
