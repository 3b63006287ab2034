#include "session/open_work.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <unordered_set>

#include "session/commit.h"
#include "session/wording.h"
#include "util/excerpt.h"

namespace context_rot::session {

namespace {

using std::string_view;
using transcript::Entry;
using transcript::EntryKind;

constexpr std::size_t step_bytes = 260;
constexpr std::size_t answer_bytes = 8000;  // of an answer's end
constexpr std::size_t most_texts = 600;

/// Said of what was not done: stays open however long ago it was said.
constexpr PhraseList undone{std::to_array<string_view>(
    {"not done",         "haven't",       "have not been",   "unverified",      "untested",
     "uncommitted",      "not pushed",    "not committed",   "not yet",         "still pending",
     "remains pending",  "still open",    "still blocking",  "still blocked",   "blocked on",
     "still needs",      "still need to", "still to do",     "left to do",      "remains to be",
     "is pending",       "sin verificar", "sin probar",      "sin commit",      "no he probado",
     "no he verificado", "queda por",     "quedan por",      "queda pendiente", "esta pendiente",
     "falta por",        "bloqueado por", "sense verificar", "sense provar",    "no he provat",
     "no he verificat",  "queda per",     "queden per",      "queda pendent",   "esta pendent",
     "bloquejat per"})};

/// Said of what comes next: counts in the last answers only.
constexpr PhraseList ahead{std::to_array<string_view>(
    {"next step",      "next up",      "first step",     "follow-up",
     "follow up",      "before merge", "before merging", "ready for",
     "ready to",       "is worth",     "remaining",      "to track",
     "needs your",     "on your side", "you'll need to", "you will need to",
     "siguiente paso", "proximo paso", "listo para",     "lista para",
     "falta",          "faltan",       "pendiente",      "seguent pas",
     "proper pas",     "a punt per",   "falten",         "pendent"})};

/// An offer: an open step until the person answers.
constexpr PhraseList offers{std::to_array<string_view>(
    {"if you want",     "if you'd like", "if you'd rather",   "let me know",    "you haven't",
     "si quieres",      "si vols",       "avisame",           "digues-me",      "want me to",
     "shall i",         "should i",      "would you like me", "do you want me", "your call",
     "up to you",       "say the word",  "tu decides",        "com vulguis",    "quieres que",
     "te gustaria que", "vols que",      "t'agradaria que"})};

/// What the person puts off.
constexpr PhraseList put_off{std::to_array<string_view>(
    {"as a separate", "in a separate", "separate pr", "another pr", "in a follow-up",
     "do that later", "do it later", "for later", "to the todo", "to the list", "en otro pr",
     "en otra pr", "mas tarde", "lo dejamos para", "en un altre pr", "mes tard", "ho deixem per"})};

/// What a text that says one of these says is done.
constexpr PhraseList finished{std::to_array<string_view>(
    {"done",      "fixed",     "added",     "committed", "pushed",    "merged",      "created",
     "updated",   "removed",   "closed",    "cancelled", "canceled",  "implemented", "resolved",
     "verified",  "tested",    "checked",   "works",     "probado",   "verificado",  "provat",
     "verificat", "passes",    "completed", "hecho",     "arreglado", "anadido",     "listo",
     "terminado", "corregido", "fet",       "arreglat",  "afegit",    "acabat",      "corregit"})};

/// Words of steps that a command finishes, and those that go with them.
constexpr std::array chore_words{
    string_view("commit"),    string_view("commits"),       string_view("uncommitted"),
    string_view("push"),      string_view("pushed"),        string_view("unpushed"),
    string_view("merge"),     string_view("merged"),        string_view("merging"),
    string_view("run"),       string_view("test"),          string_view("tests"),
    string_view("lint"),      string_view("changes"),       string_view("change"),
    string_view("staged"),    string_view("branch"),        string_view("main"),
    string_view("pr"),        string_view("open"),          string_view("opening"),
    string_view("pull"),      string_view("request"),       string_view("ready"),
    string_view("committed"), string_view("suite"),         string_view("full"),
    string_view("after"),     string_view("next"),          string_view("step"),
    string_view("shall"),     string_view("both"),          string_view("completing"),
    string_view("fmt"),       string_view("fmt/lint/test"), string_view("commitear"),
    string_view("cambios"),   string_view("subir"),         string_view("canvis"),
    string_view("pujar"),     string_view("proves"),        string_view("pruebas")};

bool is_chore_word(const std::string& word) {
  return std::find(chore_words.begin(), chore_words.end(), word) != chore_words.end();
}

bool comes_behind(const std::vector<std::size_t>& entries, std::size_t entry) {
  return !entries.empty() && entries.back() > entry;
}

/// A name that means one thing: "parcel-6", "ENT-241".
bool is_name(const std::string& word) {
  const std::size_t dash = word.find('-');
  return dash != std::string::npos && dash > 1 && word.find('/') == std::string::npos &&
         word.find_first_of("0123456789", dash) != std::string::npos;
}

/// "#185"'s number, where the step is that it is still open: ended by its own news.
std::string open_number(string_view folded) {
  static constexpr PhraseList still{
      std::to_array<string_view>({"open", "unresolved", "unmerged", "not resolved", "not merged",
                                  "not closed", "abierto", "abierta", "obert", "oberta"})};
  const std::size_t at = folded.find('#');
  if (at == string_view::npos || !says_any(folded, still)) return {};
  const string_view number = folded.substr(at + 1);
  const std::size_t end = std::min(number.find_first_not_of("0123456789"), number.size());
  return std::string(number.substr(0, end));
}

/// What only the person can do.
constexpr PhraseList for_person{std::to_array<string_view>(
    {"you still need", "you need to", "you'll need to", "you will need to", "needs your",
     "on your side", "i can't create", "i can't do", "tienes que", "te falta", "has de"})};

/// The person tells that it has been done.
constexpr PhraseList person_did{std::to_array<string_view>(
    {"that's set", "that is set", "it's set", "i've set", "i set it", "i've added", "i added",
     "i've done", "i did it", "i did that", "that's done", "it's done", "ya esta", "ya lo hice",
     "lo he puesto", "ja esta", "ja ho he fet"})};

std::string step_line(string_view text) {
  std::string line = excerpt(text, step_bytes);
  while (line.ends_with(' ')) line.pop_back();
  return line;
}

/// Half a sentence: a lead-in, or one that was cut from its code.
bool is_half(string_view text) {
  return text.ends_with(':') || text.ends_with(',') || text.find("```") != string_view::npos ||
         std::count(text.begin(), text.end(), '`') % 2 == 1;
}

}  // namespace

Finishing::Finishing(const transcript::Conversation& conversation,
                     const std::vector<transcript::ToolUse>& uses,
                     const std::vector<transcript::Turn>& turns, const Progress& progress,
                     const TypedTexts& typed) {
  for (const transcript::ToolUse& use : uses) {
    if (use.action != transcript::Action::run || !use.succeeded()) continue;
    const string_view command = use.command;
    if (command.find("commit") != string_view::npos && command.find("git") != string_view::npos &&
        !commits_of(use).empty()) {
      commits_.push_back(use.use_entry);
    }
    if (command.find("git push") != string_view::npos) pushes_.push_back(use.use_entry);
    if (command.find("gh pr ") != string_view::npos ||
        command.find("git merge") != string_view::npos) {
      merges_.push_back(use.use_entry);
    }
    runs_.push_back(use.use_entry);
  }
  const auto put = [&](std::size_t entry, string_view folded, bool prompt) {
    auto words = telling(folded);
    const std::size_t count = words.size();
    constexpr std::size_t most_words = 60;
    if (count > most_words) words.resize(most_words);
    if (count > 0) texts_.push_back({entry, std::move(words), prompt});
    return count;
  };
  for (const auto* list : {&progress.commits, &progress.done}) {
    for (const FromEntry& one : *list) {
      for (const Sentence& sentence : sentences_of(one.text, 4)) {
        put(one.entry, sentence.folded, false);
      }
    }
  }
  for (const TypedText& text : typed) {
    if (text.own.empty()) continue;
    prompts_.push_back(text.entry);
    std::size_t said = 0;
    for (const Sentence& sentence : text.sentences) {
      if (!sentence.question && says_any(sentence.folded, person_did)) did_.push_back(text.entry);
      said += put(text.entry, sentence.folded, true);
    }
    constexpr std::size_t something = 3;
    if (said >= something) told_.push_back(text.entry);
  }
  for (const transcript::Turn& turn : turns) {
    if (!turn.answer) continue;
    const std::string text = transcript::text_of(conversation.entries[*turn.answer]);
    for (const Sentence& sentence : sentences_of(string_view(text).substr(0, answer_bytes), 80)) {
      if (sentence.question || says_any(sentence.folded, undone)) continue;
      if (says_any(sentence.folded, finished)) put(*turn.answer, sentence.folded, false);
    }
  }
  if (texts_.size() > most_texts) {
    std::stable_sort(texts_.begin(), texts_.end(),
                     [](const Text& a, const Text& b) { return a.entry < b.entry; });
    texts_.erase(texts_.begin(), texts_.end() - most_texts);
  }
}

bool Finishing::finishes(const std::string& step, std::size_t entry) const {
  const std::vector<Sentence> sentences = sentences_of(step, 8);
  std::vector<std::string> words;
  for (const Sentence& sentence : sentences) {
    for (std::string& word : telling(sentence.folded)) words.push_back(std::move(word));
  }
  const auto has = [&](string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  std::vector<std::string> own;
  for (const std::string& word : words) {
    if (!is_chore_word(word)) own.push_back(word);
  }
  // A chore: done by the next command of its kind, but for one of another repository.
  static constexpr PhraseList elsewhere{std::to_array<string_view>(
      {"that repo", "other repo", "another repo", "separate repo", "separate project", "ese repo",
       "otro repo", "aquell repo", "altre repo"})};
  const bool here = std::none_of(sentences.begin(), sentences.end(), [&](const Sentence& sentence) {
    return says_any(sentence.folded, elsewhere);
  });
  if (here && comes_behind(commits_, entry) &&
      (has("commit") || has("uncommitted") || has("committed"))) {
    return true;
  }
  if (here && comes_behind(pushes_, entry) && (has("push") || has("pushed") || has("unpushed")))
    return true;
  if (comes_behind(merges_, entry) && (has("merge") || has("merging")) && own.size() <= 3)
    return true;
  const bool checks = has("run") && (has("test") || has("tests") || has("lint") || has("suite") ||
                                     has("fmt/lint/test"));
  if (checks && comes_behind(runs_, entry)) return true;
  const bool goes_out =
      has("push") || has("pushed") || has("unpushed") || has("merge") || has("merging");
  if (own.empty())
    return !goes_out && (comes_behind(commits_, entry) || comes_behind(runs_, entry));
  std::string number;
  for (const Sentence& sentence : sentences) {
    if (comes_behind(did_, entry) && says_any(sentence.folded, for_person)) return true;
    if (number.empty()) number = open_number(sentence.folded);
  }
  std::unordered_set<string_view> names;
  for (const std::string& word : own) {
    if (is_name(word)) names.insert(word);
  }
  if (!number.empty()) names.insert(number);
  for (const Text& text : texts_) {
    if (text.entry <= entry) continue;
    const auto shared = static_cast<std::size_t>(
        std::count_if(own.begin(), own.end(), [&](const std::string& word) {
          return std::find(text.words.begin(), text.words.end(), word) != text.words.end();
        }));
    const bool named =
        !text.prompt && std::any_of(text.words.begin(), text.words.end(),
                                    [&](const std::string& word) { return names.contains(word); });
    if (named && shared >= 1) return true;
    if (shared >= 2 && shared * 2 >= own.size()) return true;
    if (shared == own.size() && shared >= 1 && !text.prompt) return true;
  }
  return false;
}

std::size_t Finishing::told_behind(std::size_t entry) const {
  return static_cast<std::size_t>(told_.end() -
                                  std::upper_bound(told_.begin(), told_.end(), entry));
}

std::size_t Finishing::prompts_behind(std::size_t entry) const {
  return static_cast<std::size_t>(prompts_.end() -
                                  std::upper_bound(prompts_.begin(), prompts_.end(), entry));
}

bool is_step(string_view line) {
  const auto sentences = sentences_of(line, 4);
  if (sentences.empty() || is_half(line)) return false;
  string_view folded = sentences.front().folded;
  folded.remove_prefix(std::min(folded.find_first_not_of("(*-_ "), folded.size()));
  static constexpr std::array nothing{string_view("none"),
                                      string_view("nothing"),
                                      string_view("no next"),
                                      string_view("no further"),
                                      string_view("no pending"),
                                      string_view("no outstanding"),
                                      string_view("no explicit"),
                                      string_view("no open"),
                                      string_view("no remaining"),
                                      string_view("no other"),
                                      string_view("no task"),
                                      string_view("n/a"),
                                      string_view("await"),
                                      string_view("waiting for"),
                                      string_view("wait for the user"),
                                      string_view("relevant quote"),
                                      string_view("the user's"),
                                      string_view("direct quote"),
                                      string_view("all tasks"),
                                      string_view("not applicable"),
                                      string_view("ninguno"),
                                      string_view("ninguna"),
                                      string_view("nada"),
                                      string_view("no hay"),
                                      string_view("no queda"),
                                      string_view("esperar"),
                                      string_view("cap "),
                                      string_view("no hi ha"),
                                      string_view("res ")};
  for (const string_view opening : nothing) {
    if (folded.starts_with(opening)) return false;
  }
  return !telling(folded).empty();
}

namespace {

class Finder {
 public:
  Finder(const transcript::Conversation& conversation, const std::vector<transcript::Turn>& turns,
         const TypedTexts& typed, const Finishing& finishing)
      : conversation_(conversation), turns_(turns), typed_(typed), finishing_(finishing) {}

  std::vector<FromEntry> find(std::size_t most) {
    read_answers();
    read_recaps();
    read_person();
    std::stable_sort(out_.begin(), out_.end(),
                     [](const FromEntry& a, const FromEntry& b) { return a.entry < b.entry; });
    if (out_.size() > most) {
      out_.erase(out_.begin(), out_.end() - static_cast<std::ptrdiff_t>(most));
    }
    return std::move(out_);
  }

 private:
  void put(string_view text, std::size_t entry) {
    if (tries_ == 0 || is_half(text) || !is_step(text)) return;
    --tries_;
    std::string line = step_line(text);
    if (finishing_.finishes(line, entry) || !seen_.insert(line).second) return;
    out_.push_back({std::move(line), entry});
  }

  /// "no tests remaining", "nothing is pending", "ready to go"
  static bool says_none(string_view folded) {
    static constexpr PhraseList none{std::to_array<string_view>(
        {"no remaining", "nothing", "no pending", "no longer", "none of", "not yet another",
         "ready to go", "no uncommitted", "no open", "no follow-up", "ready to run", "ready to use",
         "already ready", "no falta", "no queda", "why", "no cal"})};
    return says_any(folded, none);
  }

  void read_answers() {
    constexpr std::size_t looked_back = 20;  // turns
    const std::size_t first = turns_.size() > looked_back ? turns_.size() - looked_back : 0;
    if (turns_.empty()) return;
    // The last text before the person has a word: an answer, or what stands in front of a call that
    // was refused. What is said in between is told of the moment.
    constexpr std::size_t none = SIZE_MAX;
    std::size_t last = none;
    for (std::size_t i = turns_[first].prompt; i < conversation_.entries.size(); ++i) {
      const Entry& entry = conversation_.entries[i];
      if (entry.sidechain || entry.api_error) continue;
      if (entry.kind != EntryKind::assistant) {
        if (last != none &&
            (entry.kind == EntryKind::local_command || !typed_.at(i).text.empty())) {
          read_answer(last);
          last = none;
        }
      } else if (!transcript::text_of(entry).empty()) {
        last = i;
      }
    }
    if (last != none) read_answer(last);
  }

  void read_answer(std::size_t at) {
    const std::string text = transcript::text_of(conversation_.entries[at]);
    string_view end = text;
    if (end.size() > answer_bytes) end = end.substr(end.size() - answer_bytes);
    const std::size_t behind = finishing_.prompts_behind(at);
    for (const Sentence& sentence : sentences_of(end, 120)) {
      const string_view folded = sentence.folded;
      if (sentence.text.size() > 400 || says_none(folded)) continue;
      // "I left it uncommitted, let me know if you want it pushed" says first of all what is left.
      const std::size_t tail = std::min(folded.find("let me know"), folded.size());
      const bool leaves = tail > 0 && says_any(folded.substr(0, tail), undone);
      const bool offer = says_any(leaves ? folded.substr(0, tail) : folded, offers);
      if (sentence.question || offer) {
        if (behind == 0 && offer) put(sentence.text, at);
        continue;
      }
      const bool left =
          says_any(without_quotes(folded), undone) && !is_narration(folded.substr(0, tail));
      if (left || (behind <= 2 && says_any(folded, ahead))) put(sentence.text, at);
    }
  }

  /// Without what stands in double quotes: words of somebody else.
  static std::string without_quotes(string_view folded) {
    std::string out(folded);
    for (std::size_t open = out.find('"'); open != std::string::npos; open = out.find('"', open)) {
      const std::size_t close = out.find('"', open + 1);
      if (close == std::string::npos) break;
      out.erase(open, close + 1 - open);
    }
    return out;
  }

  /// "Now let me fix the tests that are still pending"
  static bool is_narration(string_view folded) {
    static constexpr std::array openings{
        string_view("let me"), string_view("i'll"),  string_view("i will"),  string_view("now"),
        string_view("i'm"),    string_view("voy a"), string_view("vamos a"), string_view("ahora"),
        string_view("vaig a"), string_view("ara")};
    return std::any_of(openings.begin(), openings.end(),
                       [&](string_view opening) { return folded.starts_with(opening); }) ||
           says(folded, "let me") || says(folded, "i'll");
  }

  /// "Next: ..." in what the client tells somebody who comes back.
  void read_recaps() {
    const auto& entries = conversation_.entries;
    for (std::size_t i = entries.size(); i-- > 0;) {
      if (entries[i].kind != EntryKind::system || entries[i].label != "away_summary") continue;
      const std::string text = transcript::text_of(entries[i]);
      constexpr string_view lead = "Next: ";
      const std::size_t at = text.rfind(lead);
      if (at == std::string::npos) continue;
      string_view step = string_view(text).substr(at + lead.size());
      step = step.substr(0, step.find(" (disable recaps"));
      // A recap is about the moment: the next prompts answer it, unless they are about more.
      if (finishing_.prompts_behind(i) <= 1) put(step, i);
      return;
    }
  }

  void read_person() {
    for (const TypedText& text : typed_) {
      for (const Sentence& sentence : text.sentences) {
        if (!sentence.question && says_any(sentence.folded, put_off))
          put(sentence.text, text.entry);
      }
    }
  }

  const transcript::Conversation& conversation_;
  const std::vector<transcript::Turn>& turns_;
  const TypedTexts& typed_;
  const Finishing& finishing_;
  std::vector<FromEntry> out_;
  std::unordered_set<std::string> seen_;
  std::size_t tries_ = 200;  // bounds the comparing
};

}  // namespace

std::vector<FromEntry> open_work(const transcript::Conversation& conversation,
                                 const std::vector<transcript::Turn>& turns,
                                 const TypedTexts& typed, const Finishing& finishing,
                                 std::size_t most) {
  return Finder(conversation, turns, typed, finishing).find(most);
}

}  // namespace context_rot::session
