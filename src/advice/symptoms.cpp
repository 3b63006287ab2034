#include "advice/symptoms.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <unordered_map>

#include "util/ascii.h"
#include "util/excerpt.h"

namespace context_rot::advice {

namespace {

/// What a third of the turns is like.
struct TurnStatistics {
  std::size_t turns = 0;
  std::size_t rejected = 0;
  std::size_t answers = 0;
  std::size_t bytes = 0;  ///< of the answers
  std::size_t calls = 0;
  std::size_t hedges = 0;
  std::size_t declines = 0;
  std::vector<Milliseconds> waits;  ///< from a prompt to the first text
};

std::size_t count_any(std::string_view text, std::initializer_list<std::string_view> phrases) {
  std::size_t count = 0;
  for (const std::string_view phrase : phrases) {
    for (std::size_t at = text.find(phrase); at != std::string_view::npos;
         at = text.find(phrase, at + phrase.size())) {
      ++count;
    }
  }
  return count;
}

std::size_t hedges_in(std::string_view text) {
  return count_any(text, {"i think ", "i believe ", "probably", "might be", "perhaps", "not sure",
                          "i assume", "it seems", "should probably", "creo que", "quiz\u00e1s",
                          "probablemente", "parece que"});
}

std::size_t declines_in(std::string_view text) {
  return count_any(text, {"i can't help", "i cannot help", "i'm unable to", "i am unable to",
                          "i won't be able", "no puedo ayudar", "no puedo hacer"});
}

std::vector<std::size_t> calls_by_turn(const session::SessionView& view) {
  std::vector<std::size_t> out(view.turns.size());
  for (const transcript::ToolUse& use : view.uses)
    ++out[transcript::turn_at(view.turns, use.use_entry)];
  return out;
}

TurnStatistics statistics_of(const session::SessionView& view,
                             const std::vector<std::size_t>& calls, std::size_t begin,
                             std::size_t end) {
  TurnStatistics out;
  for (std::size_t t = begin; t < end; ++t) {
    const transcript::Turn& turn = view.turns[t];
    const auto& entries = view.conversation.entries;
    ++out.turns;
    out.calls += calls[t];
    if (view.judgements[t].verdict.label != correction::Label::none) ++out.rejected;
    if (turn.first_text) {
      const Milliseconds wait = entries[*turn.first_text].time - entries[turn.prompt].time;
      if (entries[turn.prompt].time != 0 && wait >= 0) out.waits.push_back(wait);
    }
    if (!turn.answer) continue;
    ++out.answers;
    const std::string text = transcript::text_of(entries[*turn.answer]);
    out.bytes += text.size();
    const std::string low = ascii_lower(text);
    out.hedges += hedges_in(low);
    out.declines += declines_in(low);
  }
  return out;
}

Milliseconds median(std::vector<Milliseconds> values) {
  if (values.empty()) return 0;
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

std::string then_now(const std::string& then, const std::string& now) {
  return "at first " + then + ", now " + now;
}

std::string in_of(std::size_t count, std::size_t whole, const char* what) {
  return std::to_string(count) + " in " + std::to_string(whole) + ' ' + what;
}

struct Compared {
  bool possible = false;
  TurnStatistics first;
  TurnStatistics last;
};

Compared compare_with(const session::SessionView& view) {
  constexpr std::size_t least_turns = 6;
  Compared out;
  const std::size_t turns = view.turns.size();
  if (turns < least_turns) return out;
  const auto calls = calls_by_turn(view);
  out.possible = true;
  out.first = statistics_of(view, calls, 0, turns / 3);
  out.last = statistics_of(view, calls, turns - turns / 3, turns);
  return out;
}

void set(Symptom& symptom, bool shown, std::string evidence) {
  symptom.sign = shown ? Sign::yes : Sign::no;
  symptom.evidence = std::move(evidence);
}

void judge_deleted(const session::SessionView& view, Symptom& symptom) {
  if (view.surroundings.files == nullptr) return;
  std::string named;
  std::size_t count = 0;
  for (const session::GoneFile& file : view.gone) {
    if (file.references.empty()) continue;
    if (++count > 3) continue;
    named += (named.empty() ? "" : ", ") + shown_path(file.path, view.surroundings.folder);
  }
  set(symptom, count > 0, count > 0 ? named : "no reference to a file that is gone");
}

/// The question that is asked most often, if more than once.
void judge_questions(const session::SessionView& view, Symptom& symptom) {
  std::unordered_map<std::string, std::size_t> asked;
  std::string again;
  for (const transcript::Turn& turn : view.turns) {
    if (!turn.answer) continue;
    const std::string text = transcript::text_of(view.conversation.entries[*turn.answer]);
    const std::size_t mark = text.rfind('?');
    if (mark == std::string::npos) continue;
    const std::size_t begin = text.find_last_of(".!?\n", mark == 0 ? 0 : mark - 1);
    const std::size_t from = begin == std::string::npos || begin >= mark ? 0 : begin + 1;
    std::string question = excerpt(std::string_view(text).substr(from, mark + 1 - from), 120);
    if (question.size() < 12 || ++asked[ascii_lower(question)] != 2) continue;
    again = std::move(question);
  }
  set(symptom, !again.empty(), again.empty() ? "no question twice" : "\"" + again + "\"");
}

void judge_repetition(const session::SessionView& view, Symptom& symptom) {
  constexpr std::size_t in_a_row = 3;
  std::size_t run = 1;
  for (std::size_t i = 1; i < view.uses.size(); ++i) {
    const transcript::ToolUse& now = view.uses[i];
    const transcript::ToolUse& before = view.uses[i - 1];
    const bool same = now.name == before.name && now.input == before.input &&
                      now.result == before.result && !now.attached;
    run = same ? run + 1 : 1;
    if (run < in_a_row) continue;
    set(symptom, true,
        "the same call three times in a row: " +
            excerpt(now.target.empty() ? now.name : now.target));
    return;
  }
  set(symptom, false, "no call three times in a row");
}

}  // namespace

std::string_view name_of(Confidence confidence) {
  static constexpr std::array<std::string_view, 3> names{"high", "medium", "low"};
  return names[static_cast<std::size_t>(confidence)];
}

std::vector<Symptom> symptoms_of(const session::SessionView& view) {
  const Compared c = compare_with(view);
  std::vector<Symptom> out;
  const auto add = [&](std::string_view name, std::string_view title,
                       Confidence confidence) -> Symptom& {
    out.push_back({name, title, confidence, Sign::unknown, {}, {}});
    return out.back();
  };
  judge_deleted(view, add("refers_to_deleted_files", "refers to deleted files", Confidence::high));
  add("returns_to_abandoned", "returns to an abandoned approach", Confidence::high).question =
      "Does it propose again what you had dropped?";
  add("confuses_structure", "confuses old and current structure", Confidence::high).question =
      "Does it mix up how the project was laid out before with how it is now?";
  if (Symptom& s =
          add("corrected_more_often", "needs correcting more and more often", Confidence::high);
      c.possible) {
    set(s, c.last.rejected >= 2 && c.last.rejected > c.first.rejected,
        then_now(in_of(c.first.rejected, c.first.turns, "prompts"),
                 in_of(c.last.rejected, c.last.turns, "prompts")));
  }
  if (Symptom& s = add("longer_without_substance", "longer answers without more substance",
                       Confidence::medium);
      c.possible && c.first.answers > 0 && c.last.answers > 0) {
    const std::size_t then = c.first.bytes / c.first.answers;
    const std::size_t now = c.last.bytes / c.last.answers;
    constexpr std::size_t worth_noting = 400;
    set(s, now > worth_noting && now * 2 > then * 3 && c.last.calls <= c.first.calls,
        then_now(std::to_string(then), std::to_string(now)) + " bytes an answer");
  }
  if (Symptom& s = add("hedges", "hedges about what it knew", Confidence::medium);
      c.possible && c.first.answers > 0 && c.last.answers > 0) {
    set(s,
        c.last.hedges >= 3 && c.last.hedges * c.first.answers > 2 * c.first.hedges * c.last.answers,
        then_now(in_of(c.first.hedges, c.first.answers, "answers"),
                 in_of(c.last.hedges, c.last.answers, "answers")));
  }
  judge_questions(view, add("asks_again", "asks what it asked before", Confidence::medium));
  if (Symptom& s = add("slower", "slower", Confidence::low);
      c.possible && c.first.waits.size() >= 2 && c.last.waits.size() >= 2) {
    const Milliseconds then = median(c.first.waits);
    const Milliseconds now = median(c.last.waits);
    constexpr Milliseconds worth_noting = 5000;
    set(s, now > worth_noting && now > 2 * then,
        then_now(std::to_string(then / 1000), std::to_string(now / 1000)) +
            " seconds to the first words");
  }
  if (Symptom& s = add("declines", "declines", Confidence::low); c.possible) {
    set(s, c.last.declines > c.first.declines,
        then_now(in_of(c.first.declines, c.first.answers, "answers"),
                 in_of(c.last.declines, c.last.answers, "answers")));
  }
  judge_repetition(view, add("repeats_itself", "repeats itself", Confidence::low));
  return out;
}

}  // namespace context_rot::advice
