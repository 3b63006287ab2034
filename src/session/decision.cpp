#include "session/decision.h"

#include <algorithm>
#include <array>
#include <initializer_list>

#include "session/plain_decision.h"
#include "session/wording.h"
#include "transcript/turn.h"
#include "util/ascii.h"
#include "util/sort_unique.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::session {

using transcript::Conversation;
using transcript::Entry;
using transcript::EntryKind;

namespace {

constexpr std::size_t most_decisions = 500;

/// Words that announce a choice.
constexpr PhraseList cues{std::to_array<std::string_view>({"decided to use ",
                                                           "decided to implement ",
                                                           "decided to switch to ",
                                                           "decided to go with ",
                                                           "decided to move to ",
                                                           "decided on ",
                                                           "decision: use ",
                                                           "let's use ",
                                                           "let\u2019s use ",
                                                           "lets use ",
                                                           "let us use ",
                                                           "let's go with ",
                                                           "let\u2019s go with ",
                                                           "lets go with ",
                                                           "let's stick with ",
                                                           "let's switch to ",
                                                           "we'll use ",
                                                           "we will use ",
                                                           "we'll go with ",
                                                           "we're going with ",
                                                           "we are going with ",
                                                           "i'll go with ",
                                                           "we settled on ",
                                                           "we switched to ",
                                                           "switched from ",
                                                           "let's switch from ",
                                                           "go with ",
                                                           "vamos con ",
                                                           "vamos a usar ",
                                                           "usaremos ",
                                                           "usemos ",
                                                           "decidimos usar ",
                                                           "decidido usar ",
                                                           "mejor usamos ",
                                                           "cambiemos a ",
                                                           "nos quedamos con ",
                                                           "pasamos a usar "})};

/// What it replaces stands before the choice: "switched from X to Y".
bool is_from_to(std::string_view cue) {
  return cue.ends_with(" from ");
}

/// Counts only where the sentence or a clause begins with it.
bool must_open(std::string_view cue) {
  return cue == "go with ";
}

/// The sentence around `at`, from `begin` to `end`; neither crosses a line end.
std::pair<std::size_t, std::size_t> sentence_around(std::string_view text, std::size_t at) {
  constexpr std::size_t longest_half = 400;
  std::size_t begin = at;
  while (begin > 0 && at - begin < longest_half) {
    const char before = text[begin - 1];
    if (before == '\n' ||
        ((before == '.' || before == '!' || before == '?') && text[begin] == ' ')) {
      break;
    }
    --begin;
  }
  std::size_t end = at;
  while (end < text.size() && end - at < longest_half) {
    const char c = text[end];
    if (c == '\n') break;
    ++end;
    if ((c == '.' || c == '!' || c == '?') &&
        (end == text.size() || text[end] == ' ' || text[end] == '\n'))
      break;
  }
  return {begin, end};
}

bool contains_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const bool begins = at == 0 || !is_word_byte(text[at - 1]);
    const std::size_t end = at + word.size();
    if (begins && (end == text.size() || !is_word_byte(text[end]))) return true;
  }
  return false;
}

bool contains_any_word(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return contains_word(text, word); });
}

/// A sentence that only weighs or refuses what it names.
bool is_no_statement(std::string_view sentence, std::string_view before_cue) {
  if (sentence.ends_with('?') || sentence.find("\u00bf") != std::string_view::npos) return true;
  if (contains_any_word(before_cue, {"if",
                                     "should",
                                     "could",
                                     "would",
                                     "might",
                                     "maybe",
                                     "perhaps",
                                     "unless",
                                     "whether",
                                     "can",
                                     "may",
                                     "what",
                                     "which",
                                     "when",
                                     "how",
                                     "once",
                                     "option",
                                     "que",
                                     "cuando",
                                     "si",
                                     "quiz\u00e1s",
                                     "podr\u00edamos",
                                     "deber\u00edamos",
                                     "tal vez"})) {
    return true;
  }
  return contains_any_word(before_cue, {"not", "never", "don't", "didn't", "won't", "cannot",
                                        "can't", "haven't", "no", "nunca"});
}

std::string_view without_marks(std::string_view text) {
  return trimmed(text, " \t\r\n.,;:!?*_`\"'()[]");
}

/// The first place where one of these words stands on its own in `folded_text`.
std::size_t first_word_of(std::string_view folded_text,
                          std::initializer_list<std::string_view> words) {
  std::size_t first = std::string_view::npos;
  for (const std::string_view word : words) {
    first = std::min(first, folded_text.find(word));
  }
  return first;
}

/// Up to the end of the clause: a comma, a colon, a dash, an opening bracket, a joining word.
std::string_view clause(std::string_view text) {
  const std::string low = ascii_lower(text);
  std::size_t end = text.size();
  for (const std::string_view stop :
       {", ", "; ", ": ", " - ", " (", ") ", " \u2014 ", " because ", " since ", " so ", " and ",
        " but ", " which ", " as it", " porque ", " ya que ", " y ", " pero ", " que "}) {
    end = std::min(end, low.find(stop));
  }
  return without_marks(text.substr(0, end));
}

void read_choice(std::string_view rest, bool from_to, Decision& out) {
  constexpr std::size_t longest = 120;
  const std::string low = ascii_lower(rest);
  if (from_to) {
    const std::size_t to = first_word_of(low, {" to ", " a "});
    if (to == std::string_view::npos) return;
    out.instead_of = std::string(clause(rest.substr(0, to)));
    rest = rest.substr(rest.find(' ', to + 1) + 1);
    read_choice(rest, false, out);
    return;
  }
  const std::size_t instead =
      first_word_of(low, {" instead of ", " rather than ", " en lugar de ", " en vez de "});
  const std::size_t topic =
      first_word_of(low, {" for ", " as the ", " as our ", " para ", " como "});
  const std::size_t end = std::min({instead, topic, rest.size()});
  out.choice = std::string(cut_utf8(clause(rest.substr(0, end)), longest));
  const auto behind = [&](std::size_t at, std::initializer_list<std::string_view> words) {
    for (const std::string_view word : words) {
      if (low.compare(at, word.size(), word) == 0) return rest.substr(at + word.size());
    }
    return std::string_view();
  };
  if (instead != std::string_view::npos) {
    std::string_view other =
        behind(instead, {" instead of ", " rather than ", " en lugar de ", " en vez de "});
    const std::size_t stop =
        first_word_of(ascii_lower(other), {" for ", " as the ", " para ", " como "});
    out.instead_of = std::string(cut_utf8(clause(other.substr(0, stop)), longest));
  }
  if (topic != std::string_view::npos) {
    std::string_view about = behind(topic, {" for ", " as the ", " as our ", " para ", " como "});
    const std::size_t stop = first_word_of(
        ascii_lower(about), {" instead", " rather than ", " en lugar de ", " en vez de "});
    out.topic = std::string(cut_utf8(clause(about.substr(0, stop)), longest));
  }
}

/// Whether nothing but a nod stands in front of the cue.
bool opens_clause(std::string_view before) {
  const std::string_view words = without_marks(before);
  if (words.empty() || before.ends_with(", ")) return true;
  static constexpr std::array<std::string_view, 7> nods{"ok",   "okay",   "yes", "sure",
                                                        "just", "please", "then"};
  return std::find(nods.begin(), nods.end(), words) != nods.end();
}

/// A pronoun names nothing, and "vamos con implementar ..." begins a task.
bool is_choice(std::string_view choice) {
  static constexpr std::array<std::string_view, 10> pronouns{
      "it", "this", "that", "them", "these", "those", "eso", "esto", "ese", "both"};
  const std::string low = ascii_lower(choice);
  const std::string_view first = std::string_view(low).substr(0, low.find(' '));
  if (first.empty() || std::find(pronouns.begin(), pronouns.end(), low) != pronouns.end())
    return false;
  if (first == "this" || first == "using") return false;
  const bool infinitive = first.size() > 5 && first.size() < low.size() &&
                          (first.ends_with("ar") || first.ends_with("er") || first.ends_with("ir"));
  return !infinitive;
}

/// Text inside fences and quoted lines says nothing: blanked out, length kept.
std::string without_code(std::string text) {
  bool fenced = false;
  for (std::size_t begin = 0; begin < text.size();) {
    std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) end = text.size();
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    const std::size_t first = line.find_first_not_of(" \t");
    const bool fence = first != std::string_view::npos && line.substr(first).starts_with("```");
    if (fence) fenced = !fenced;
    const bool quoted = first != std::string_view::npos && line[first] == '>';
    if (fenced || fence || quoted)
      std::fill(text.begin() + static_cast<std::ptrdiff_t>(begin),
                text.begin() + static_cast<std::ptrdiff_t>(end), ' ');
    begin = end + 1;
  }
  return text;
}

void read_text(const std::string& written, std::size_t index, const Entry& entry,
               std::vector<Decision>& out) {
  const std::string text = without_code(written);
  const std::string low = ascii_lower(text);
  std::size_t done = 0;
  find_phrase(low, cues, [&](std::size_t at, std::size_t which) {
    if (at < done) return false;
    const std::string_view cue = cues.sorted()[which];
    const auto [begin, end] = sentence_around(text, at);
    const std::string_view sentence = std::string_view(text).substr(begin, end - begin);
    const std::string_view before = std::string_view(low).substr(begin, at - begin);
    if (is_no_statement(sentence, before)) return false;
    if (must_open(cue) && !opens_clause(before)) return false;
    Decision decision;
    decision.entry = index;
    decision.time = entry.time;
    decision.by_user = entry.kind != EntryKind::assistant;
    const std::size_t rest = at + cue.size();
    if (rest >= end) return false;
    read_choice(std::string_view(text).substr(rest, end - rest), is_from_to(cue), decision);
    if (!is_choice(decision.choice)) return false;
    constexpr std::size_t longest_sentence = 300;
    decision.sentence = std::string(cut_utf8(without_marks(sentence), longest_sentence));
    out.push_back(std::move(decision));
    done = end;
    return false;
  });
}

void put_plain(std::string_view sentence, std::size_t index, const Entry& entry, bool by_user,
               std::vector<Decision>& out) {
  Decision decision;
  decision.entry = index;
  decision.time = entry.time;
  decision.by_user = by_user;
  decision.plain = true;
  decision.sentence = std::string(without_marks(sentence));
  out.push_back(std::move(decision));
}

/// What the person decides: with its topic and choice where a cue tells them, else as a sentence.
void read_own_words(const TypedText& text, const Entry& entry, std::vector<Decision>& out) {
  const std::size_t before = out.size();
  read_text(text.own, text.entry, entry, out);
  const std::size_t known = out.size();
  for (const std::string& sentence : plain_decisions(text.sentences)) {
    const bool said =
        std::any_of(out.begin() + static_cast<std::ptrdiff_t>(before),
                    out.begin() + static_cast<std::ptrdiff_t>(known), [&](const Decision& one) {
                      return sentence.find(one.sentence) != std::string_view::npos ||
                             one.sentence.find(sentence) != std::string_view::npos;
                    });
    if (said) continue;
    put_plain(sentence, text.entry, entry, true, out);
  }
}

/// Where the answer that begins at `begin` ends: at a quote behind which the list goes on or ends,
/// not at one that stands in the answer itself; else at the last one.
std::size_t answer_end(std::string_view text, std::size_t begin) {
  for (std::size_t at = text.find('"', begin); at != std::string_view::npos;
       at = text.find('"', at + 1)) {
    const std::string_view behind = text.substr(at + 1);
    if (behind.empty() || behind.starts_with(", \"") || behind.starts_with(". You can now") ||
        behind == "." || behind.starts_with(" selected") || behind.starts_with(" user notes")) {
      return at;
    }
  }
  const std::size_t last = text.rfind('"');
  return last != std::string_view::npos && last >= begin ? last : std::string_view::npos;
}

/// What follows the opening quote at `at`, up to the next one; `at` is moved behind that.
std::string_view quoted_text(std::string_view text, std::size_t& at, std::string_view closing) {
  const std::size_t begin = at + 1;
  const std::size_t end = text.find(closing, begin);
  at = end == std::string_view::npos ? text.size() : end + 1;
  return end == std::string_view::npos ? std::string_view() : text.substr(begin, end - begin);
}

/// An option without the "(Recommended)" that the model put behind it.
std::string_view without_advice(std::string_view option) {
  const std::string low = ascii_lower(option);
  for (const std::string_view mark :
       {"(recommended)", "(recomendado)", "(recomendada)", "(recomanat)", "(recomanada)"}) {
    const std::size_t at = low.rfind(mark);
    if (at != std::string_view::npos && at > 0 && at + mark.size() == low.size())
      return option.substr(0, at);
  }
  return option;
}

/// `... "Which store?"="Postgres", "Where?"="EU". You can now continue ...`
void read_answers(const transcript::ToolUse& use, std::vector<Decision>& out) {
  const std::string_view text = use.result;
  std::size_t at = text.find('"');
  while (at < text.size()) {
    const std::string_view question = quoted_text(text, at, "\"=\"");
    if (question.empty()) return;
    at += 1;  // on the quote behind the sign
    std::size_t close = at;
    const std::size_t end = answer_end(text, at + 1);
    if (end == std::string_view::npos || end == at + 1) return;
    const std::string_view answer = text.substr(at + 1, end - at - 1);
    close = end + 1;
    Decision decision;
    decision.entry = *use.result_entry;
    decision.time = use.time;
    decision.by_user = decision.asked = true;
    constexpr std::size_t longest = 200;
    decision.topic = std::string(cut_utf8(without_marks(question), longest));
    decision.choice = std::string(cut_utf8(without_marks(without_advice(answer)), longest));
    decision.sentence = decision.topic + ": " + decision.choice;
    out.push_back(std::move(decision));
    at = text.find('"', close);
  }
}

/// The words that tell, folded: no articles, pronouns or "new".
std::vector<std::string> content_words(std::string_view text) {
  static constexpr std::array<std::string_view, 24> idle{
      "the", "a",   "an", "our", "this", "that", "its", "all", "new",     "now",     "el",   "la",
      "los", "las", "un", "una", "de",   "of",   "to",  "del", "nuestro", "nuestra", "here", "it"};
  std::vector<std::string> out;
  std::string word;
  const auto close = [&] {
    if (!word.empty() && std::find(idle.begin(), idle.end(), word) == idle.end())
      out.push_back(word);
    word.clear();
  };
  for (const char c : text) {
    if (is_word_byte(c)) {
      word += ascii_lower(c);
    } else {
      close();
    }
  }
  close();
  sort_unique(out);
  return out;
}

using Words = std::vector<std::string>;

/// A decision's words, sorted, so that comparing two costs no more than reading them.
struct InWords {
  Words topic;
  Words choice;
  Words replaced;
  bool says_instead = false;
};

/// "Actually let's go with the queue": another choice than the last.
bool takes_back(std::string_view low) {
  return low.starts_with("actually") || low.starts_with("on second thought") ||
         low.starts_with("en realidad") || low.starts_with("pensandolo bien") ||
         low.starts_with("de fet");
}

InWords in_words(const Decision& decision) {
  const std::string low = ascii_lower(decision.sentence);
  const bool instead =
      decision.instead_of.empty() &&
      (contains_any_word(low, {"instead", "en su lugar", "mejor usamos"}) || takes_back(low));
  return {content_words(decision.topic), content_words(decision.choice),
          content_words(decision.instead_of), instead};
}

/// More than half of the words of the longer one in common.
bool same_topic(const Words& a, const Words& b) {
  if (a.empty() || b.empty()) return false;
  Words common;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common));
  return common.size() * 2 > std::max(a.size(), b.size());
}

bool holds_all(const Words& whole, const Words& part) {
  return !part.empty() && std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

void settle(std::vector<Decision>& decisions) {
  const std::size_t first =
      decisions.size() > most_decisions ? decisions.size() - most_decisions : 0;
  std::vector<InWords> words;
  words.reserve(decisions.size() - first);
  for (std::size_t i = first; i < decisions.size(); ++i) words.push_back(in_words(decisions[i]));
  for (std::size_t i = first; i < decisions.size(); ++i) {
    const InWords& now = words[i - first];
    bool last_open = true;             // "instead" of what was decided last
    if (decisions[i].plain) continue;  // names neither a topic nor what it replaces
    for (std::size_t j = i; j-- > first;) {
      const InWords& earlier = words[j - first];
      if (decisions[j].plain) continue;
      if (decisions[j].state == DecisionState::superseded) continue;
      const bool is_last = last_open;
      last_open = false;
      if (earlier.choice == now.choice) continue;
      const bool same = same_topic(earlier.topic, now.topic);
      const bool other_topic = !same && !now.topic.empty() && !earlier.topic.empty();
      // "use Redis instead of Postgres for jobs" leaves "Postgres for users" alone
      const bool replaced = !other_topic && holds_all(earlier.choice, now.replaced);
      const bool instead = now.says_instead && is_last && !other_topic;
      if (!replaced && !same && !instead) continue;
      decisions[j].state = DecisionState::superseded;
      decisions[j].superseded_by = i;
    }
  }
}

}  // namespace

bool same_words(std::string_view a, std::string_view b) {
  return content_words(a) == content_words(b);
}

std::vector<Decision> decisions_of(const Conversation& conversation,
                                   const std::vector<transcript::ToolUse>& uses,
                                   const TypedTexts& typed) {
  std::vector<Decision> out;
  auto use = uses.begin();
  std::vector<const transcript::ToolUse*> asked;
  for (; use != uses.end(); ++use) {
    if (use->action == transcript::Action::ask && use->succeeded()) asked.push_back(&*use);
  }
  std::sort(asked.begin(), asked.end(),
            [](const transcript::ToolUse* a, const transcript::ToolUse* b) {
              return *a->result_entry < *b->result_entry;
            });
  auto next = asked.begin();
  for (std::size_t i = 0; i < conversation.entries.size(); ++i) {
    for (; next != asked.end() && *(*next)->result_entry == i; ++next) read_answers(**next, out);
    const Entry& entry = conversation.entries[i];
    if (entry.sidechain || entry.api_error) continue;
    if (entry.kind == EntryKind::assistant) {
      const std::string text = transcript::text_of(entry);
      read_text(text, i, entry, out);
      for (const std::string& verdict : bold_verdicts(text))
        put_plain(verdict, i, entry, false, out);
    } else if (const TypedText& text = typed.at(i); !text.own.empty()) {
      read_own_words(text, entry, out);
    }
  }
  settle(out);
  return out;
}

}  // namespace context_rot::session
