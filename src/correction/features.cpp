#include "correction/features.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>
#include <string>

#include "correction/contrast.h"
#include "correction/feature_names.h"
#include "correction/frame.h"
#include "correction/grams.h"
#include "correction/overlap.h"
#include "util/sort_unique.h"
#include "util/utf8.h"

namespace context_rot::correction {

namespace {

using std::string_view;

// The larger a value, the less its feature is held back in training: what stands in a telling
// place more than what stands anywhere, a word less than what it is part of.
constexpr float anywhere_value = 0.5F;
constexpr float place_value = 2;
constexpr float combination_value = 2;
constexpr float word_share = 0.5F;
constexpr float pair_value = 0.4F;
constexpr float next_value = 1.5F;
constexpr float previous_value = 0.5F;
constexpr float sentence_weight = 1.5F;
constexpr std::size_t most_hits_of_a_clause = 24;
constexpr std::size_t words_used = 100;

using ConceptSet = std::array<bool, 256>;

ConceptSet concepts(std::initializer_list<const char*> names) {
  ConceptSet out{};
  for (const char* name : names) {
    if (const auto id = concept_id(name)) out[*id] = true;
  }
  return out;
}

const ConceptSet& value_concepts() {
  static const ConceptSet set =
      concepts({"should_be", "meant", "dislike", "too", "revert", "dont_do", "opposite", "you_not",
                "you_did", "right_noun", "instead", "why_not", "wrong", "you_said", "should_not"});
  return set;
}
const ConceptSet& symptom_concepts() {
  static const ConceptSet set =
      concepts({"not_working", "still", "error", "missing", "worse", "observe", "when_i", "same"});
  return set;
}
const ConceptSet& ask_concepts() {
  static const ConceptSet set =
      concepts({"task", "request", "question", "agree", "praise", "new_task", "polite_no"});
  return set;
}

/// Those that only excuse.cpp asks for: too few prompts have them to learn from.
const ConceptSet& unlearned_concepts() {
  static const ConceptSet set =
      concepts({"brush_off", "i_do_it", "own_slip", "recheck", "what_if"});
  return set;
}

int count(const ConceptSet& present, const ConceptSet& wanted) {
  int out = 0;
  for (std::size_t i = 0; i < present.size(); ++i) out += present[i] && wanted[i] ? 1 : 0;
  return out;
}

/// Where concepts stand in a prompt.
struct Places {
  ConceptSet anywhere{};
  ConceptSet first_clause{};
  ConceptSet opening{};
  ConceptSet first_sentence{};
  ConceptSet question{};
};

/// Of the tokens from `from` on.
Places places_of(const Reading& reading, std::size_t from = 0) {
  Places out;
  const auto& tokens = reading.prose.tokens;
  for (const Hit& hit : reading.hits) {
    if (hit.begin < from) continue;
    const Token& token = tokens[hit.begin];
    const std::uint8_t id = hit.concept_id;
    out.anywhere[id] = true;
    if (token.clause == tokens[0].clause) out.first_clause[id] = true;
    if (hit.begin == 0) out.opening[id] = true;
    if (token.sentence == tokens[0].sentence) out.first_sentence[id] = true;
    if (reading.prose.sentences[token.sentence].question) out.question[id] = true;
  }
  return out;
}

/// Concepts that are asked for by name, looked up once.
struct Ids {
  std::optional<std::uint8_t> agree = concept_id("agree");
  std::optional<std::uint8_t> ask_output = concept_id("ask_output");
  std::optional<std::uint8_t> but = concept_id("but");
  std::optional<std::uint8_t> done = concept_id("done");
  std::optional<std::uint8_t> fix = concept_id("fix");
  std::optional<std::uint8_t> hesitate = concept_id("hesitate");
  std::optional<std::uint8_t> honest = concept_id("honest");
  std::optional<std::uint8_t> offer = concept_id("offer");
  std::optional<std::uint8_t> praise = concept_id("praise");
  std::optional<std::uint8_t> refuse = concept_id("refuse");
  std::optional<std::uint8_t> request = concept_id("request");
  std::optional<std::uint8_t> right = concept_id("right");
  std::optional<std::uint8_t> see_problem = concept_id("see_problem");
  std::optional<std::uint8_t> sorry = concept_id("sorry");
  std::optional<std::uint8_t> task = concept_id("task");
  std::optional<std::uint8_t> understood = concept_id("understood");
};
const Ids& ids() {
  static const Ids out;
  return out;
}

bool has(const ConceptSet& set, std::optional<std::uint8_t> id) {
  return id && set[*id];
}

void concept_features(const Places& places, FeatureNames& names) {
  for (std::size_t i = 0; i < lexicon_table.concepts.size(); ++i) {
    if (!places.anywhere[i] || unlearned_concepts()[i]) continue;
    const string_view name = lexicon_table.concepts[i];
    names.add(anywhere_value, {"c:", name});
    if (places.first_clause[i]) names.add(place_value, {"f:", name});
    if (places.opening[i]) names.add(1, {"o:", name});
    if (places.first_sentence[i]) names.add(anywhere_value, {"s:", name});
    if (places.question[i]) names.add(place_value, {"q:", name});
  }
}

void pair_features(const Reading& reading, FeatureNames& names) {
  const auto& hits = reading.hits;
  const auto& tokens = reading.prose.tokens;
  for (std::size_t begin = 0; begin < hits.size();) {
    const std::uint16_t clause = tokens[hits[begin].begin].clause;
    std::size_t end = begin;
    while (end < hits.size() && tokens[hits[end].begin].clause == clause) ++end;
    const std::size_t stop = std::min(end, begin + most_hits_of_a_clause);
    for (std::size_t i = begin; i < stop; ++i) {
      for (std::size_t j = i + 1; j < stop; ++j) {
        if (hits[i].end > hits[j].begin || hits[i].concept_id == hits[j].concept_id) continue;
        if (unlearned_concepts()[hits[i].concept_id] || unlearned_concepts()[hits[j].concept_id]) {
          continue;
        }
        const string_view a = concept_name(hits[i].concept_id);
        const string_view b = concept_name(hits[j].concept_id);
        names.add(pair_value, {"p:", a, ">", b});
        if (clause == tokens[0].clause) {
          names.add(pair_value, {"fp:", std::min(a, b), "+", std::max(a, b)});
        }
      }
    }
    begin = end;
  }
}

int logarithm(std::size_t count) {
  return static_cast<int>(std::bit_width(count + 1)) - 1;
}

void shape_features(const Reading& prompt, FeatureNames& names) {
  const Shape& shape = prompt.prose.shape;
  const auto& tokens = prompt.prose.tokens;
  const auto& sentences = prompt.prose.sentences;
  names.bucket("n:len", logarithm(tokens.size()), 0, 8);
  names.bucket("n:bytes", logarithm(shape.bytes), 3, 12);
  names.bucket("n:sentences", static_cast<int>(sentences.size()), 0, 6);
  if (shape.pasted_lines > 0) {
    names.flag("h:pasted");
    names.bucket("n:pasted", logarithm(shape.pasted_lines), 1, 5);
    if (tokens.size() < 6) names.flag("h:pasted-only");
  }
  if (shape.pasted_first) names.flag("h:pasted-first");
  if (shape.fence) names.flag("h:fence");
  if (shape.bullets) names.flag("h:bullets");
  if (shape.capitals) names.flag("h:capitals");
  if (shape.ellipsis) names.flag("h:ellipsis");
  if (shape.shouting) names.flag("h:shouting");
  if (std::any_of(sentences.begin(), sentences.end(),
                  [](const Sentence& s) { return s.question; })) {
    names.flag("h:question");
  }
  if (!sentences.empty() && sentences.back().question) names.flag("h:question-last");
  if (std::any_of(sentences.begin(), sentences.end(),
                  [](const Sentence& s) { return s.exclamation; })) {
    names.flag("h:exclamation");
  }
  for (const Token& token : tokens) {
    if (token.text[0] == '<') names.add(1, {"h:", token.text});
  }
  if (std::has_single_bit(prompt.languages)) {
    names.add(
        1, {"h:lang-",
            lexicon_table.languages[static_cast<std::size_t>(std::countr_zero(prompt.languages))]});
  }
}

/// The first six bytes of every word that is not one of the commonest, sorted, each once.
std::vector<std::string> content_words(const Reading& reading) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < reading.prose.tokens.size(); ++i) {
    const std::string& text = reading.prose.tokens[i].text;
    if (text.size() > 3 && text[0] != '<' && !reading.common[i]) out.push_back(text.substr(0, 6));
  }
  sort_unique(out);
  return out;
}

void vote_features(const Reading& prompt, const Places& places, const Votes& votes,
                   const std::vector<std::string>& words_before, FeatureNames& names) {
  names.bucket("n:v", votes.value, 0, 5);
  names.bucket("n:s", votes.symptom, 0, 5);
  names.bucket("n:a", votes.ask, 0, 5);
  names.bucket("n:v-s", votes.value - votes.symptom, -3, 3);
  names.bucket("n:v-a", votes.value - votes.ask, -3, 3);
  names.bucket("n:s-a", votes.symptom - votes.ask, -3, 3);
  const int early_value = count(places.first_clause, value_concepts());
  const int early_symptom = count(places.first_clause, symptom_concepts());
  names.bucket("n:fv", early_value, 0, 3);
  names.bucket("n:fs", early_symptom, 0, 3);
  names.bucket("n:fa", count(places.first_clause, ask_concepts()), 0, 3);
  names.bucket("n:fv-s", early_value - early_symptom, -2, 2);
  names.add(1, {"n:v", std::to_string(std::min(2, votes.value)), "s",
                std::to_string(std::min(2, votes.symptom))});
  const ContrastPoints points = contrast_points(prompt, words_before);
  names.bucket("n:right", points.right, 0, 9);
  names.bucket("n:symptom", points.symptom, 0, 7);
  names.bucket("n:right-symptom", points.right - points.symptom, -4, 5);
  const auto flag = [&](string_view name) { names.add(combination_value, {name}); };
  if (points.instead) flag("x:instead");
  if (points.negation) flag("x:not-but");
  if (points.known) flag(points.instead ? "x:instead-known" : "x:not-known");
  const bool silent = votes.value == 0 && votes.symptom == 0;
  if (has(places.first_sentence, ids().agree) || has(places.first_sentence, ids().praise)) {
    if (has(places.first_sentence, ids().but)) {
      flag("x:fine-but");
    } else if (has(places.anywhere, ids().but)) {
      flag("x:fine-later-but");
    } else if (silent) {
      flag("x:fine");
    }
  }
  if (silent && (has(places.opening, ids().task) || has(places.opening, ids().request))) {
    flag("x:only-a-task");
  }
  const auto& sentences = prompt.prose.sentences;
  if (silent && !sentences.empty() && sentences.back().question) flag("x:only-a-question");
}

/// The letters and marks at the very end of an answer, without what decorates it.
string_view end_of(string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n*_)\"'`");
  return text.substr(0, last == string_view::npos ? 0 : last + 1);
}

bool ends_in_tool(string_view previous) {
  const string_view end = end_of(previous);
  const std::size_t line = end.rfind('\n');
  const string_view last = line == string_view::npos ? end : end.substr(line + 1);
  if (last.size() > 300) return false;
  return last.starts_with("Tool use") || last.starts_with("*User accepted") ||
         last.starts_with("Cancelled") || last.starts_with("[Request interrupted") ||
         last.find("accepted the command") != string_view::npos ||
         (last.starts_with("**") && last.find("**(") != string_view::npos);
}

void previous_features(const Exchange& exchange, const Reading& previous, const Reading& prompt,
                       const Places& places, const Votes& votes, FeatureNames& names) {
  const auto flag = [&](string_view name) { names.add(previous_value, {name}); };
  ConceptSet concepts_there{};
  for (const Hit& hit : previous.hits) concepts_there[hit.concept_id] = true;
  for (std::size_t i = 0; i < lexicon_table.concepts.size(); ++i) {
    if (concepts_there[i]) names.add(previous_value, {"pv:", lexicon_table.concepts[i]});
  }
  const string_view text = tail_of(exchange.previous, previous_bytes);
  const string_view end = end_of(text);
  const bool question = end.ends_with('?');
  if (question) flag("pv:?");
  if (tail_of(text, 150).find('?') != string_view::npos) flag("pv:late?");
  if (text.substr(0, text.find_last_not_of(" \t\r\n") + 1).ends_with("```")) flag("pv:```");
  if (ends_in_tool(text)) flag("pv:tool");
  if (end.ends_with(':')) flag("pv:colon");
  if (text.size() < 200) flag("pv:short");
  for (const string_view cheer : {"\u2705", "\U0001F389", "\U0001F680", "\U0001F3AF"}) {
    if (text.find(cheer) != string_view::npos) flag("pv:cheer");
  }
  const bool offer = question || has(concepts_there, ids().offer);
  const bool done = has(concepts_there, ids().done);
  const bool ask = has(concepts_there, ids().ask_output);
  const char* v = votes.value > 0 ? "v1" : "v0";
  const char* s = votes.symptom > 0 ? "s1" : "s0";
  names.add(previous_value, {"pv:offer", offer ? "1" : "0", v, s});
  names.add(previous_value, {"pv:done", done ? "1" : "0", v, s});
  names.add(previous_value,
            {"pv:ask", ask ? "1" : "0", prompt.prose.shape.pasted_lines > 0 ? "pasted" : ""});
  names.add(previous_value,
            {"pv:ask", ask ? "1" : "0", "s", std::to_string(std::min(2, votes.symptom))});
  if (offer && prompt.prose.tokens.size() < 12) flag("pv:offer-short");
  if (offer && (has(places.opening, ids().refuse) || has(places.opening, ids().agree))) {
    flag("pv:offer-answered");
  }
}

/// `words_before`: content_words() of the answer before.
void overlap_features(const Exchange& exchange, const Reading& prompt,
                      const std::vector<std::string>& words_before, FeatureNames& names) {
  const string_view text = exchange.text.substr(0, 3000);
  const string_view before = tail_of(exchange.previous, previous_bytes);
  const auto words = content_words(prompt);
  const auto common = static_cast<int>(shared(words, words_before));
  names.bucket("ov:words", common, 0, 4);
  names.bucket("ov:share", 4 * common / (static_cast<int>(words.size()) + 1), 0, 4);
  const auto here = names_in(text);
  const auto same = static_cast<int>(shared(here, names_in(before)));
  names.bucket("ov:names", same, 0, 3);
  names.bucket("ov:new-names", static_cast<int>(here.size()) - same, 0, 3);
  if (restates_value(values_in(text), values_in(before))) names.flag("ov:value");
  const auto numbers = numbers_in(text);
  const auto numbers_before = numbers_in(before);
  const std::size_t same_numbers = shared(numbers, numbers_before);
  if (same_numbers > 0) names.flag("ov:number");
  if (numbers.size() > same_numbers && !numbers_before.empty()) names.flag("ov:new-number");
}

/// The first five letters, which stand for the forms of a word; two bytes each outside ASCII.
string_view root_of(string_view word) {
  return cut_utf8(word, static_cast<unsigned char>(word[0]) < 0x80 ? 5 : 10);
}

struct WordPrefixes {
  string_view word;
  float share;  ///< of a word's value in that of the others
  string_view root;
  string_view first_clause;  ///< empty: not wanted
  string_view first_words;
  std::size_t first_count;
};

void word_features(const Reading& reading, std::size_t limit, float weight,
                   const WordPrefixes& prefix, FeatureNames& names) {
  const auto& tokens = reading.prose.tokens;
  const std::size_t size = std::min(tokens.size(), limit);
  const float value = weight / std::sqrt(std::max(8.0F, 3.5F * static_cast<float>(size)));
  const float word_value = prefix.share * value;
  static constexpr std::array<string_view, 3> position{"0:", "1:", "2:"};
  for (std::size_t i = 0; i < size; ++i) {
    const string_view text = tokens[i].text;
    names.add(word_value, {prefix.word, text});
    if (text.size() > 5) names.add(value, {prefix.root, root_of(text)});
    if (i + 1 < size && tokens[i].clause == tokens[i + 1].clause) {
      names.add(word_value, {prefix.word, text, "_", tokens[i + 1].text});
    }
    if (!prefix.first_clause.empty() && tokens[i].clause == tokens[0].clause) {
      names.add(value, {prefix.first_clause, text});
    }
    if (i < prefix.first_count) names.add(value, {prefix.first_words, position[i], text});
  }
}

/// The word that every sentence begins with, and that with the one behind it.
void sentence_features(const Reading& prompt, FeatureNames& names) {
  const auto& tokens = prompt.prose.tokens;
  const auto starts = static_cast<float>(2 * prompt.prose.sentences.size());
  const float value = sentence_weight / std::sqrt(std::max(8.0F, starts));
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (i > 0 && tokens[i].sentence == tokens[i - 1].sentence) continue;
    names.add(value, {"sb:", tokens[i].text});
    if (i + 1 < tokens.size()) {
      names.add(value, {"sb:", tokens[i].text, "_", tokens[i + 1].text});
    }
  }
}

}  // namespace

Votes votes_of(const Reading& prompt) {
  return votes_from(prompt, 0);
}

Votes votes_from(const Reading& prompt, std::size_t from) {
  const Places places = places_of(prompt, from);
  Votes out;
  out.value = count(places.anywhere, value_concepts()) +
              (has(places.opening, ids().refuse) ? 1 : 0) +
              (has(places.opening, ids().but) || has(places.opening, ids().hesitate) ? 1 : 0);
  out.symptom =
      count(places.anywhere, symptom_concepts()) + (prompt.prose.shape.pasted_lines > 0 ? 1 : 0);
  out.ask = count(places.anywhere, ask_concepts());
  return out;
}

bool ends_in_question(string_view previous, const Reading& tail) {
  ConceptSet there{};
  for (const Hit& hit : tail.hits) there[hit.concept_id] = true;
  return end_of(previous).ends_with('?') || has(there, ids().offer);
}

void live_features(const Exchange& exchange, const Reading& prompt, const Reading& previous,
                   FeatureSink& sink) {
  FeatureNames names(sink);
  const Places places = places_of(prompt);
  const Votes votes = votes_of(prompt);
  names.flag("bias");
  concept_features(places, names);
  pair_features(prompt, names);
  shape_features(prompt, names);
  const auto words_before = content_words(previous);
  vote_features(prompt, places, votes, words_before, names);
  previous_features(exchange, previous, prompt, places, votes, names);
  overlap_features(exchange, prompt, words_before, names);
  word_features(prompt, words_used, 5, {"w:", word_share, "r:", "fw:", "b", 2}, names);
  sentence_features(prompt, names);
  frame_features(prompt, words_before, words_used, sink);
  gram_features(prompt, sink);
}

void next_features(const Votes& votes, const Reading& next, FeatureSink& sink) {
  FeatureNames names(sink);
  ConceptSet there{};
  for (const Hit& hit : next.hits) {
    const Token& token = next.prose.tokens[hit.begin];
    const string_view name = concept_name(hit.concept_id);
    there[hit.concept_id] = true;
    names.add(next_value, {"nx:", name});
    if (hit.begin == 0) names.add(next_value, {"no:", name});
    if (token.sentence == next.prose.tokens[0].sentence) names.add(next_value, {"ns:", name});
    if (hit.begin < 8) names.add(next_value, {"ne:", name});
  }
  if (next.prose.tokens.empty()) names.add(next_value, {"nx:empty"});
  const auto digit = [](bool flag) { return flag ? "1" : "0"; };
  const bool right = has(there, ids().right);
  const bool sorry = has(there, ids().sorry);
  const bool strong = right || sorry;
  const bool middle = has(there, ids().understood) || has(there, ids().honest);
  const bool problem = has(there, ids().see_problem);
  const std::string v = std::to_string(std::min(2, votes.value));
  const std::string s = std::to_string(std::min(2, votes.symptom));
  names.add(next_value, {"nc:ack", digit(strong), digit(middle), digit(problem)});
  names.add(next_value, {"nc:problem", digit(problem), "fix", digit(has(there, ids().fix))});
  names.add(next_value, {"nc:ack", digit(strong), "v", v, "s", s});
  names.add(next_value, {"nc:problem", digit(problem), "v", v, "s", s});
  names.add(next_value, {"nc:right", digit(right), "sorry", digit(sorry)});
  word_features(next, 30, 4, {"nw:", 1, "nr:", "", "nb", 3}, names);
}

Reading read_previous(string_view previous, const Lexicon& lexicon) {
  return read_text(tail_of(previous, previous_bytes), Speaker::assistant, lexicon, 400);
}

Reading read_next(string_view next, const Lexicon& lexicon) {
  return read_text(next.substr(0, next_bytes), Speaker::assistant, lexicon, 60);
}

}  // namespace context_rot::correction
