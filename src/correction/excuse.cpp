#include "correction/excuse.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "util/one_of.h"
#include "util/utf8.h"

namespace context_rot::correction {

namespace {

using Id = std::optional<std::uint8_t>;

/// Concepts that are asked for by name, looked up once.
struct ExcuseIds {
  Id agree = concept_id("agree");
  Id brush_off = concept_id("brush_off");
  Id but = concept_id("but");
  Id hesitate = concept_id("hesitate");
  Id i_do_it = concept_id("i_do_it");
  Id own_slip = concept_id("own_slip");
  Id polite_no = concept_id("polite_no");
  Id praise = concept_id("praise");
  Id recheck = concept_id("recheck");
  Id refuse = concept_id("refuse");
  Id request = concept_id("request");
  Id right_noun = concept_id("right_noun");
  Id still = concept_id("still");
  Id what_if = concept_id("what_if");
};
const ExcuseIds& excuse_ids() {
  static const ExcuseIds out;
  return out;
}

/// The end of the longest hit of a concept that begins at a token; 0 for none.
std::size_t end_of_hit(const Reading& prompt, Id wanted, std::size_t at) {
  std::size_t end = 0;
  for (const Hit& hit : prompt.hits) {
    if (hit.begin == at && wanted == hit.concept_id) end = std::max<std::size_t>(end, hit.end);
  }
  return end;
}

bool has_from(const Reading& prompt, Id wanted, std::size_t from) {
  return std::any_of(prompt.hits.begin(), prompt.hits.end(),
                     [&](const Hit& hit) { return hit.begin >= from && wanted == hit.concept_id; });
}

/// Whether nothing from that token on says what is right or wrong.
bool is_silent_from(const Reading& prompt, std::size_t from) {
  const Votes votes = votes_from(prompt, from);
  return votes.value == 0 && votes.symptom == 0 && !has_from(prompt, excuse_ids().but, from);
}

bool ends_clause(const Reading& prompt, std::size_t end) {
  const auto& tokens = prompt.prose.tokens;
  return end >= tokens.size() || tokens[end].clause != tokens[end - 1].clause;
}

/// Behind a clause that is nothing but "ok", "hm" or "thanks"; `at` where there is none.
std::size_t behind_filler(const Reading& prompt, std::size_t at) {
  for (const Id filler : {excuse_ids().agree, excuse_ids().hesitate, excuse_ids().praise}) {
    const std::size_t end = end_of_hit(prompt, filler, at);
    if (end > at && ends_clause(prompt, end) && end < prompt.prose.tokens.size()) return end;
  }
  return at;
}

/// Behind a polite opening: "no thanks", "not bad", "never mind,", "no, that's all"; 0 for none.
std::size_t behind_polite(const Reading& prompt) {
  const std::size_t at = behind_filler(prompt, 0);
  const auto polite = [&](std::size_t from) -> std::size_t {
    if (const std::size_t end = end_of_hit(prompt, excuse_ids().polite_no, from)) return end;
    const std::size_t end = end_of_hit(prompt, excuse_ids().brush_off, from);
    return end > 0 && ends_clause(prompt, end) ? end : 0;
  };
  if (const std::size_t end = polite(at)) return end;
  const std::size_t no = end_of_hit(prompt, excuse_ids().refuse, at);
  if (no == 0 || !ends_clause(prompt, no) || no >= prompt.prose.tokens.size()) return 0;
  if (const std::size_t end = polite(no)) return end;
  return end_of_hit(prompt, excuse_ids().praise, no);
}

/// Whether little more follows than that the person will do it: "no need, I will do it myself".
bool is_left_to_person(const Reading& prompt, std::size_t from) {
  constexpr std::size_t most_words = 8;
  return prompt.prose.tokens.size() - from <= most_words &&
         has_from(prompt, excuse_ids().i_do_it, from) && !has_from(prompt, excuse_ids().but, from);
}

/// Behind the last of the person's own slips in the first sentence; 0 for none.
std::size_t behind_own_slip(const Reading& prompt) {
  constexpr std::size_t early = 6;  // words: "oh sorry, my bad"
  std::size_t end = 0;
  for (const Hit& hit : prompt.hits) {
    if (excuse_ids().own_slip != hit.concept_id || prompt.prose.tokens[hit.begin].sentence > 0)
      continue;
    if (end == 0 && hit.begin >= early) return 0;
    end = std::max<std::size_t>(end, hit.end);
  }
  // "the wrong file": the noun belongs to the slip
  const std::size_t noun = end > 0 ? end_of_hit(prompt, excuse_ids().right_noun, end - 1) : 0;
  return std::max(end, noun);
}

/// Whether the prompt asks to look again, and says nothing of what was found.
bool asks_to_recheck(const Reading& prompt) {
  constexpr std::size_t most_words = 14;
  if (prompt.prose.tokens.size() > most_words) return false;
  std::size_t at = behind_filler(prompt, 0);
  at = std::max(at, end_of_hit(prompt, excuse_ids().request, at));
  const std::size_t end = end_of_hit(prompt, excuse_ids().recheck, at);
  return end > 0 && is_silent_from(prompt, end);
}

bool asks_what_if(const Reading& prompt) {
  const auto& sentences = prompt.prose.sentences;
  if (sentences.size() != 1 || !sentences[0].question) return false;
  return end_of_hit(prompt, excuse_ids().what_if, 0) > 0 && votes_from(prompt, 0).value == 0;
}

/// The sentence that an answer ends with, where that is a question; else empty.
std::string_view last_question(std::string_view previous) {
  const std::size_t end = previous.find_last_not_of(" \t\r\n*_)\"'`");
  if (end == std::string_view::npos || previous[end] != '?') return {};
  previous = previous.substr(0, end);
  const std::size_t begin = previous.find_last_of(".!?\n");
  return begin == std::string_view::npos ? previous : previous.substr(begin + 1);
}

/// Whether a short prompt takes up one side of an "A or B?".
bool chooses(std::string_view question, const Reading& prompt) {
  constexpr std::size_t most_words = 8;
  constexpr std::size_t root = 4;
  static constexpr std::array<std::string_view, 7> either{"or", "o",      "u",  "oder",
                                                          "ou", "oppure", "или"};
  if (question.empty() || prompt.prose.tokens.size() > most_words) return false;
  const Prose asked = read_prose(question, 100);
  const auto is_or = [](const Token& token) { return is_one_of(token.text, either); };
  if (std::none_of(asked.tokens.begin(), asked.tokens.end(), is_or)) return false;
  for (std::size_t i = 0; i < prompt.prose.tokens.size(); ++i) {
    const std::string_view word = prompt.prose.tokens[i].text;
    if (prompt.common[i] || word.size() < root || word[0] == '<') continue;
    for (const Token& token : asked.tokens) {
      if (cut_utf8(token.text, root) == cut_utf8(word, root)) return true;
    }
  }
  return false;
}

bool answers_question(const Exchange& exchange, const Reading& prompt, const Reading& previous) {
  constexpr std::size_t few_words = 6;
  constexpr std::size_t most_words = 40;
  const std::size_t size = prompt.prose.tokens.size();
  const std::size_t no = end_of_hit(prompt, excuse_ids().refuse, 0);
  const std::size_t yes = end_of_hit(prompt, excuse_ids().agree, 0);
  if (size <= few_words && (no > 0 || yes > 0) && ends_in_question(exchange.previous, previous)) {
    const Votes votes = votes_of(prompt);
    if (votes.value + votes.symptom - (no > 0 ? 1 : 0) <= 0) return true;
  }
  const std::string_view question = last_question(exchange.previous);
  if (question.empty()) return false;
  if (no > 0 && size <= most_words && is_silent_from(prompt, no)) return true;
  return chooses(question, prompt) && votes_of(prompt).value <= (no > 0 ? 1 : 0) &&
         !has_from(prompt, excuse_ids().still, 0);
}

}  // namespace

std::string_view excuse_of(const Exchange& exchange, const Reading& prompt,
                           const Reading& previous) {
  if (answers_question(exchange, prompt, previous)) return "answers the question before";
  if (const std::size_t end = behind_polite(prompt);
      end > 0 && (is_silent_from(prompt, end) || is_left_to_person(prompt, end))) {
    return "is polite";
  }
  if (const std::size_t end = behind_own_slip(prompt); end > 0 && is_silent_from(prompt, end)) {
    return "a slip of the person's own";
  }
  if (asks_to_recheck(prompt)) return "asks to look again";
  if (asks_what_if(prompt)) return "asks what would happen";
  return {};
}

}  // namespace context_rot::correction
