#include "advice/topic.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "advice/words.h"
#include "session/request.h"
#include "transcript/turn.h"
#include "util/as_data.h"
#include "util/ascii.h"
#include "util/one_of.h"
#include "util/redact.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::advice {

using session::SessionView;
using transcript::Turn;

namespace {

constexpr std::size_t places = 8;        // at which a change is looked for
constexpr std::size_t turns_before = 8;  // that the turns behind a place are compared with
constexpr double same_share = 0.12;      // of what is spoken of, from which it is the same topic
constexpr int file_weight = 3;           // a file tells more than a word
constexpr int enough_words = 4;          // weight below which nothing can be told
constexpr int plenty = 10;

constexpr std::size_t looked_at = 2000;    // bytes of a prompt
constexpr std::size_t clause_bytes = 600;  // of them, of which the topic is made

using Bag = std::map<std::string, int>;

constexpr std::array new_topic_phrases{
    "next task",  "new task",          "new topic",       "different topic",   "something else",
    "unrelated",  "now for something", "switching to",    "moving on",         "otra cosa",
    "otra tarea", "nueva tarea",       "siguiente tarea", "cambiando de tema", "cambio de tema",
    "otro tema",  "aparte de eso"};

/// What introduces a request and is no part of what it is about; a blank behind each.
constexpr std::array openings{
    "please ",        "can you ",      "could you ", "would you ",      "i want you to ",
    "i need you to ", "i want to ",    "i need to ", "let's ",          "lets ",
    "now ",           "ok ",           "okay ",      "next ",           "and ",
    "then ",          "so ",           "also ",      "i don't see ",    "i can't see ",
    "i cannot see ",  "i see ",        "no veo ",    "no veig ",        "i think ",
    "i guess ",       "right ",        "fine ",      "great ",          "good ",
    "other idea ",    "another idea ", "one thing ", "one more thing ", "question ",
    "por favor ",     "puedes ",       "podrías ",   "quiero que ",     "necesito que ",
    "quiero ",        "necesito ",     "vamos a ",   "ahora ",          "y ",
    "luego ",         "también ",      "next task ", "nueva tarea ",    "next up ",
    "yes ",           "no ",           "sí "};

bool announces(std::string_view prompt) {
  return contains_any(ascii_lower(prompt.substr(0, 300)), new_topic_phrases);
}

/// What a turn speaks of: each word and file once, files weighing more.
Bag bag_of(const SessionView& view, const Turn& turn, const std::vector<std::string_view>& files) {
  Bag bag;
  if (turn.opened) {
    for (std::string& word : telling_words(view.typed.at(turn.prompt).text)) {
      bag[std::move(word)] = 1;
    }
  }
  for (const std::string_view file : files) {
    for (std::string& word : telling_words(last_part(file))) {
      bag[std::move(word)] = file_weight;
    }
  }
  return bag;
}

void add(const Bag& bag, Bag& sum) {
  for (const auto& [word, weight] : bag) sum[word] += weight;
}

int weight(const Bag& bag) {
  int sum = 0;
  for (const auto& [word, one] : bag) sum += one;
  return sum;
}

struct Overlap {
  double share = 1;
  int evidence = 0;  // the weight of the lighter side
  std::vector<std::string> names;
};

Overlap compare(const Bag& now, const Bag& before) {
  Overlap out;
  int shared = 0;
  for (const auto& [word, one] : now) {
    const auto there = before.find(word);
    if (there == before.end()) continue;
    shared += one;
    if (out.names.size() < 5) out.names.push_back(word);
  }
  const int all = weight(now);
  out.evidence = std::min(all, weight(before));
  out.share = all == 0 ? 1 : static_cast<double>(shared) / all;
  return out;
}

using SpokenWords = std::set<std::string>;

void add_words(std::string_view text, SpokenWords& out) {
  for (std::string& word : telling_words(text)) out.insert(std::move(word));
}

/// Whether a prompt starts something that the words spoken before it have nothing of.
bool is_unrelated(std::string_view prompt, const std::vector<const SpokenWords*>& before) {
  constexpr std::size_t least_words = 4;
  if (announces(prompt)) return true;
  SpokenWords own;
  add_words(prompt, own);
  if (own.size() < least_words) return false;
  return std::none_of(own.begin(), own.end(), [&](const std::string& word) {
    return std::any_of(before.begin(), before.end(),
                       [&](const SpokenWords* words) { return words->contains(word); });
  });
}

/// All that a turn speaks of: its prompt, its last answer, the names of its files.
SpokenWords spoken_in(const SessionView& view, const Turn& turn,
                      const std::vector<std::string_view>& files) {
  SpokenWords out;
  if (turn.opened) add_words(view.typed.at(turn.prompt).text, out);
  if (turn.answer) add_words(transcript::text_of(view.conversation.entries[*turn.answer]), out);
  for (const std::string_view file : files) add_words(last_part(file), out);
  return out;
}

/// The files that each turn is about.
std::vector<std::vector<std::string_view>> files_by_turn(const SessionView& view) {
  std::vector<std::vector<std::string_view>> out(view.turns.size());
  for (const transcript::ToolUse& use : view.uses) {
    if (!use.file.empty()) out[transcript::turn_at(view.turns, use.use_entry)].push_back(use.file);
  }
  return out;
}

/// The first clause of a text that says something, without what introduces it.
std::string first_clause(std::string text, std::size_t most) {
  // A heading or list mark, a mention, a slash command in front.
  static constexpr std::string_view marks = " #*->`'\"/@,:";
  text.erase(0, text.find_first_not_of(marks));
  for (bool again = true; again;) {
    again = false;
    const std::string low = ascii_lower(text.substr(0, 40));
    for (const std::string_view opening : openings) {
      const std::string_view word = opening.substr(0, opening.size() - 1);
      if (!low.starts_with(word) || low.size() <= word.size()) continue;
      const char behind = low[word.size()];
      if (behind != ' ' && behind != ',' && behind != ':') continue;
      text.erase(0, text.find_first_not_of(marks, word.size()));
      again = true;
      break;
    }
  }
  // To the end of the first clause that says something.
  std::size_t end = text.size();
  for (std::size_t i = 12; i < text.size(); ++i) {
    const bool mark = text[i] == '.' || text[i] == '?' || text[i] == '!' || text[i] == ';' ||
                      text[i] == ':' || text[i] == ',';
    if (mark && (i + 1 == text.size() || text[i + 1] == ' ')) {
      end = i;
      break;
    }
  }
  text.resize(end);
  if (text.size() > most) {
    const std::size_t space = text.rfind(' ', most);
    text.resize(space == std::string::npos || space < most / 2 ? 0 : space);
  }
  while (!text.empty() && std::string_view(" .,;:!?").find(text.back()) != std::string_view::npos) {
    text.pop_back();
  }
  return text;
}

/// The prompt of these turns that has most of the words they share.
std::string best_words(const SessionView& view, std::size_t from, const Bag& topic) {
  const session::TypedText* best = nullptr;
  int best_score = 0;
  for (std::size_t i = from; i < view.turns.size(); ++i) {
    if (!view.turns[i].opened) continue;
    const session::TypedText& typed = view.typed.at(view.turns[i].prompt);
    Bag bag;
    const std::string clause =
        first_clause(std::string(cut_utf8(typed.own, clause_bytes)), longest_topic);
    for (std::string& word : telling_words(clause)) bag[std::move(word)] = 1;
    int score = 0;
    for (const auto& [word, one] : bag) {
      const auto there = topic.find(word);
      score += there == topic.end() ? 0 : std::min(there->second, 6);
    }
    // Of two that say as much, what was asked for says it better than a question, and a request
    // better than a remark.
    score = 2 * score - (typed.text.find('?') == std::string::npos ? 0 : 1);
    if (score > 0 && 4 * score > best_score &&
        session::asked_in(typed.sentences).ask == session::Ask::request) {
      score *= 4;
    }
    if (score > best_score) {
      best_score = score;
      best = &typed;
    }
  }
  return best == nullptr ? std::string() : topic_words(best->own);
}

}  // namespace

Topic topic_of(const SessionView& view) {
  const std::vector<Turn>& turns = view.turns;
  Topic out;
  if (turns.empty()) return out;
  const std::size_t first =
      turns.size() > places + turns_before ? turns.size() - places - turns_before : 0;
  const auto files = files_by_turn(view);
  std::vector<Bag> bags(turns.size());
  std::vector<std::optional<SpokenWords>> spoken(turns.size());  // where it was needed
  for (std::size_t i = first; i < turns.size(); ++i) {
    bags[i] = bag_of(view, turns[i], files[i]);
  }

  const std::size_t earliest = turns.size() > places ? turns.size() - places : 1;
  Bag now;
  for (std::size_t at = turns.size(); at-- > std::max<std::size_t>(earliest, 1);) {
    add(bags[at], now);
    // A turn without words of its own goes on with what was before it.
    if (weight(bags[at]) == 0 || !turns[at].opened) continue;
    Bag before;
    for (std::size_t i = at; i-- > (at > turns_before ? at - turns_before : 0);) {
      add(bags[i], before);
    }
    const std::string& prompt = view.typed.at(turns[at].prompt).text;
    const bool said = announces(prompt);
    const Overlap overlap = compare(now, before);
    if (weight(before) == 0 || (overlap.evidence < enough_words && !said)) continue;
    const bool apart = overlap.share < same_share || (said && overlap.share < 2.5 * same_share);
    std::vector<const SpokenWords*> spoken_before;
    for (std::size_t i = at; apart && i-- > (at > turns_before ? at - turns_before : 0);) {
      if (!spoken[i]) spoken[i] = spoken_in(view, turns[i], files[i]);
      spoken_before.push_back(&*spoken[i]);
    }
    if (apart && is_unrelated(prompt, spoken_before)) {
      out.begins = at;
      out.changed = true;
      out.shared = overlap.names;
      out.sure = said || (overlap.share == 0 && overlap.evidence >= plenty) ? Sure::quite
                 : overlap.evidence >= plenty || overlap.share == 0         ? Sure::somewhat
                                                                            : Sure::no;
      break;
    }
    out.shared = overlap.names;
    out.sure = overlap.evidence >= plenty ? Sure::quite : Sure::somewhat;
  }
  Bag topic;
  const std::size_t from = std::max(first, out.begins);
  for (std::size_t i = from; i < turns.size(); ++i) add(bags[i], topic);
  out.words = best_words(view, from, topic);
  return out;
}

bool starts_something_else(std::string_view prompt, std::size_t turn, const SessionView& view) {
  if (turn == 0 || view.turns.empty()) return false;
  const auto files = files_by_turn(view);
  SpokenWords spoken;
  for (std::size_t i = turn > turns_before ? turn - turns_before : 0; i < turn; ++i) {
    spoken.merge(spoken_in(view, view.turns[i], files[i]));
  }
  return is_unrelated(prompt, {&spoken});
}

std::string topic_words(std::string_view prompt, std::size_t most) {
  return first_clause(as_data(redact(cut_utf8(prompt, looked_at)), clause_bytes), most);
}

}  // namespace context_rot::advice
