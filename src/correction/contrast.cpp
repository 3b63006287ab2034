#include "correction/contrast.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "correction/overlap.h"
#include "util/ascii.h"
#include "util/invariant.h"
#include "util/sort_unique.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::correction {

namespace {

using std::string_view;

constexpr std::size_t searched_bytes = 4000;

using Points = std::array<int, 256>;

Points points(std::initializer_list<std::pair<const char*, int>> list) {
  Points out{};
  for (const auto& [name, value] : list) {
    if (const auto id = concept_id(name)) out[*id] = value;
  }
  return out;
}

const Points& right_points() {
  static const Points out = points(
      {{"should_be", 4},    {"instead", 4}, {"right_noun", 3}, {"meant", 3},   {"should_not", 3},
       {"revert", 3},       {"dont_do", 3}, {"should", 2},     {"expect", 2},  {"only", 2},
       {"not_is", 2},       {"dislike", 2}, {"opposite", 2},   {"why_not", 2}, {"value_is", 1},
       {"real", 1},         {"task", 1},    {"remove", 1},     {"prior", 1},   {"you_not", 1},
       {"request", 1},      {"wrong", 1},   {"we_need", 1},    {"simpler", 1}, {"why", -2},
       {"not_working", -1}, {"error", -1},  {"observe", -1},   {"praise", -1}});
  return out;
}

const Points& symptom_points() {
  static const Points out = points({{"not_working", 3},
                                    {"error", 2},
                                    {"missing", 2},
                                    {"worse", 2},
                                    {"still", 2},
                                    {"same", 2},
                                    {"observe", 1},
                                    {"wrong", 1},
                                    {"when_i", 1},
                                    {"negate", 1},
                                    {"praise", -1}});
  return out;
}

/// Concepts that are asked for by name, looked up once.
struct WordIds {
  std::optional<std::uint8_t> agree = concept_id("agree");
  std::optional<std::uint8_t> but = concept_id("but");
  std::optional<std::uint8_t> fix_it = concept_id("fix_it");
  std::optional<std::uint8_t> hesitate = concept_id("hesitate");
  std::optional<std::uint8_t> instead = concept_id("instead");
  std::optional<std::uint8_t> negate = concept_id("negate");
  std::optional<std::uint8_t> not_is = concept_id("not_is");
  std::optional<std::uint8_t> praise = concept_id("praise");
  std::optional<std::uint8_t> real = concept_id("real");
  std::optional<std::uint8_t> recheck = concept_id("recheck");
  std::optional<std::uint8_t> refuse = concept_id("refuse");
  std::optional<std::uint8_t> request = concept_id("request");
  std::optional<std::uint8_t> should_be = concept_id("should_be");
  std::optional<std::uint8_t> value_is = concept_id("value_is");
  std::optional<std::uint8_t> wait = concept_id("wait");
  std::optional<std::uint8_t> wrong = concept_id("wrong");
};
const WordIds& word_ids() {
  static const WordIds out;
  return out;
}

bool is(const Hit& hit, std::optional<std::uint8_t> id) {
  return id == hit.concept_id;
}

/// Whether there is more than marks and a letter or two.
bool says_something(string_view text) {
  return std::count_if(text.begin(), text.end(),
                       [](char c) { return is_alnum(c) || is_beyond_ascii(c); }) >= 2;
}

/// Text of tokens [begin, end), with what stands between them.
string_view span_text(string_view text, const std::vector<Token>& tokens, std::size_t begin,
                      std::size_t end) {
  if (begin >= end) return {};
  static constexpr string_view marks = " \t\r\n,;:.!-*#>_|()";
  const string_view out =
      trimmed(text.substr(tokens[begin].begin, tokens[end - 1].end - tokens[begin].begin), marks);
  // "(9212, List)": a parenthesis that opens within is closed within
  const auto stop = static_cast<std::size_t>(out.data() + out.size() - text.data());
  const bool open =
      std::count(out.begin(), out.end(), '(') > std::count(out.begin(), out.end(), ')');
  if (!out.empty() && open && stop < text.size() && text[stop] == ')') {
    return text.substr(stop - out.size(), out.size() + 1);
  }
  return out;
}

bool is_well_formed(string_view text) {
  return well_formed_prefix(text) == text.size();
}

/// As many whole clauses as fit; where the first is too long already, whole words and "...".
std::string fitted_span(string_view text, const std::vector<Token>& tokens, std::size_t begin,
                        std::size_t end, std::size_t limit) {
  const string_view whole = span_text(text, tokens, begin, end);
  if (whole.size() <= limit) return std::string(whole);
  std::size_t stop = begin;
  std::size_t word = begin;
  for (std::size_t i = begin; i < end; ++i) {
    if (tokens[i].end - tokens[begin].begin + 4 > limit) break;
    word = i + 1;
    if (i + 1 < end && tokens[i + 1].clause != tokens[i].clause) stop = i + 1;
  }
  if (stop > begin + 2) return std::string(span_text(text, tokens, begin, stop));
  if (word == begin) return std::string(cut_utf8(whole, limit - 3)) + "...";
  return std::string(span_text(text, tokens, begin, word)) + "...";
}

/// The same; of a text without ill-formed characters none is cut in its middle.
std::string fitted(string_view text, const std::vector<Token>& tokens, std::size_t begin,
                   std::size_t end, std::size_t limit) {
  std::string out = fitted_span(text, tokens, begin, end, limit);
  CONTEXT_ROT_INVARIANT(is_well_formed(out) || !is_well_formed(text));
  return out;
}

struct Best {
  std::size_t sentence = 0;
  int points = 0;
};

/// The sentence with most points, each concept counted once; nothing where none has any.
std::optional<Best> best_sentence(const Reading& reading, const Points& table) {
  std::optional<Best> best;
  std::array<bool, 256> seen{};
  Best now;
  const auto keep = [&] {
    if (now.points > 0 && (!best || now.points > best->points)) best = now;
  };
  for (const Hit& hit : reading.hits) {
    const std::size_t sentence = reading.prose.tokens[hit.begin].sentence;
    if (sentence != now.sentence) {
      keep();
      seen = {};
      now = {sentence, 0};
    }
    if (!std::exchange(seen[hit.concept_id], true)) now.points += table[hit.concept_id];
  }
  keep();
  return best;
}

struct TokenSpan {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t size() const { return end > begin ? end - begin : 0; }
};

TokenSpan tokens_of_sentence(const std::vector<Token>& tokens, std::size_t sentence) {
  const auto begin = std::lower_bound(
      tokens.begin(), tokens.end(), sentence,
      [](const Token& token, std::size_t wanted) { return token.sentence < wanted; });
  const auto end = std::find_if_not(begin, tokens.end(),
                                    [&](const Token& token) { return token.sentence == sentence; });
  return {static_cast<std::size_t>(begin - tokens.begin()),
          static_cast<std::size_t>(end - tokens.begin())};
}

/// What is negated and what is said in its place, within a sentence.
struct Split {
  TokenSpan wrong;
  TokenSpan right;
};

std::size_t clause_end(const std::vector<Token>& tokens, std::size_t at, std::size_t stop) {
  std::size_t end = at;
  while (end < stop && tokens[end].clause == tokens[at].clause) ++end;
  return end;
}

/// "use Y instead of X"
std::optional<Split> split_at_instead(const Reading& prompt, TokenSpan sentence) {
  static constexpr std::array<string_view, 7> last{"of",    "than",    "de", "lieu",
                                                   "statt", "anstatt", "di"};
  const auto& tokens = prompt.prose.tokens;
  for (const Hit& hit : prompt.hits) {
    if (!is(hit, word_ids().instead) || hit.begin < sentence.begin || hit.end >= sentence.end)
      continue;
    if (std::find(last.begin(), last.end(), tokens[hit.end - 1u].text) == last.end()) continue;
    const std::size_t end = clause_end(tokens, hit.end, sentence.end);
    const TokenSpan wrong{hit.end, end};
    const TokenSpan before{sentence.begin, hit.begin};
    const TokenSpan after{end, sentence.end};
    if (before.size() >= 2) return Split{wrong, before};
    if (after.size() >= 1) return Split{wrong, after};
  }
  return std::nullopt;
}

/// "not X but Y", "no es X, es Y", "it is not X, it is Y"
std::optional<Split> split_at_negation(const Reading& prompt, TokenSpan sentence) {
  static constexpr std::array<string_view, 5> but{"but", "sino", "sondern", "mas", "mais"};
  const auto& tokens = prompt.prose.tokens;
  for (const Hit& hit : prompt.hits) {
    if (hit.begin < sentence.begin || hit.end >= sentence.end) continue;
    if (!is(hit, word_ids().not_is) && !is(hit, word_ids().negate)) continue;
    if (hit.begin == sentence.begin && is(hit, word_ids().negate) && !is(hit, word_ids().not_is) &&
        clause_end(tokens, hit.begin, sentence.end) == hit.end) {
      continue;  // an opening "No,"
    }
    const std::size_t end = clause_end(tokens, hit.begin, sentence.end);
    for (std::size_t i = hit.end + 1u; i + 1 < end; ++i) {
      if (std::find(but.begin(), but.end(), tokens[i].text) == but.end()) continue;
      return Split{{hit.end, i}, {i + 1, sentence.end}};
    }
    const bool opens = is(hit, word_ids().not_is) || hit.begin == sentence.begin;
    if (opens && end < sentence.end && sentence.end - end >= 2 && end > hit.end) {
      std::size_t right = end;
      if (std::find(but.begin(), but.end(), tokens[right].text) != but.end()) ++right;
      return Split{{hit.end, end}, {right, sentence.end}};
    }
    if (hit.begin > sentence.begin + 1u &&
        tokens[hit.begin].clause != tokens[hit.begin - 1u].clause && is(hit, word_ids().negate) &&
        end > hit.end) {
      return Split{{hit.end, end}, {sentence.begin, hit.begin}};  // "use Y, not X"
    }
  }
  return std::nullopt;
}

/// Whether the hit is all that a clause at the start of a span says: "that's wrong: ..."
bool is_verdict(const Reading& prompt, const Hit& hit, TokenSpan span) {
  if (!is(hit, word_ids().wrong) || hit.begin < span.begin || hit.end >= span.end) return false;
  const auto& tokens = prompt.prose.tokens;
  for (std::size_t i = span.begin; i < hit.begin; ++i) {
    if (!prompt.common[i] || tokens[i].clause != tokens[hit.begin].clause) return false;
  }
  return tokens[hit.end].clause != tokens[hit.begin].clause;
}

/// Without the "No,", "ok, but" or "that's wrong:" in front.
TokenSpan without_opening(const Reading& prompt, TokenSpan span) {
  for (bool moved = true; moved;) {
    moved = false;
    for (const Hit& hit : prompt.hits) {
      if (is_verdict(prompt, hit, span) && span.end - hit.end >= 2) {
        span.begin = hit.end;
        moved = true;
        break;
      }
      if (hit.begin != span.begin || hit.end >= span.end) continue;
      const bool filler = is(hit, word_ids().refuse) || is(hit, word_ids().agree) ||
                          is(hit, word_ids().hesitate) || is(hit, word_ids().but) ||
                          is(hit, word_ids().wait) || is(hit, word_ids().praise) ||
                          is(hit, word_ids().real);
      const auto& tokens = prompt.prose.tokens;
      const bool stands_alone =
          tokens[hit.end].clause != tokens[hit.begin].clause || is(hit, word_ids().but);
      if (!filler || !stands_alone || span.end - hit.end < 2) continue;
      span.begin = hit.end;
      moved = true;
      break;
    }
  }
  return span;
}

/// What a word is known again by; empty for one that tells nothing.
string_view word_root(const Reading& reading, std::size_t token) {
  const string_view text = reading.prose.tokens[token].text;
  const bool tells = text.size() > 3 && text[0] != '<' && !reading.common[token];
  return tells ? text.substr(0, 6) : string_view();
}

/// The roots of a span, sorted.
std::vector<std::string> roots(const Reading& reading, TokenSpan span) {
  std::vector<std::string> out;
  for (std::size_t i = span.begin; i < span.end; ++i) {
    if (const string_view root = word_root(reading, i); !root.empty()) out.emplace_back(root);
  }
  sort_unique(out);
  return out;
}

/// How many of the roots `wanted` (sorted) are in the span.
int roots_there(const std::vector<std::string>& wanted, const Reading& reading, TokenSpan span) {
  if (wanted.empty()) return 0;
  std::vector<bool> there(wanted.size());
  for (std::size_t i = span.begin; i < span.end; ++i) {
    const string_view root = word_root(reading, i);
    if (root.empty()) continue;
    const auto place = std::lower_bound(wanted.begin(), wanted.end(), root);
    if (place != wanted.end() && *place == root) {
      there[static_cast<std::size_t>(place - wanted.begin())] = true;
    }
  }
  return static_cast<int>(std::count(there.begin(), there.end(), true));
}

std::vector<string_view> quotations(string_view text, const Reading& prompt) {
  std::vector<string_view> out;
  for (const Token& token : prompt.prose.tokens) {
    if (token.text != "<quote>" && token.text != "<code>") continue;
    const string_view inner = text.substr(token.begin, token.end - token.begin);
    if (inner.size() > 4 && out.size() < 10) out.push_back(inner.substr(1, inner.size() - 2));
  }
  return out;
}

/// What paths and dotted names are made of: "db/migrations" -> db, migrations. Not those that
/// are made of one part.
std::vector<std::string> parts_of(const std::vector<std::string>& names) {
  std::vector<std::string> out;
  for (const std::string& name : names) {
    for (std::size_t at = 0; at < name.size();) {
      const std::size_t end = std::min(name.find_first_of("/.", at), name.size());
      if (end - at > 2 && end - at < name.size()) out.push_back(name.substr(at, end - at));
      at = end + 1;
    }
  }
  sort_unique(out);
  return out;
}

/// How much a span of the answer before has to do with the prompt.
class Relation {
 public:
  Relation(string_view text, const Reading& prompt, TokenSpan negated)
      : names_(names_in(text.substr(0, 3000))),
        parts_(parts_of(names_)),
        values_(values_in(text.substr(0, 3000))),
        quotations_(quotations(text, prompt)),
        words_(roots(prompt, {0, std::min<std::size_t>(60, prompt.prose.tokens.size())})),
        negated_(roots(prompt, negated)) {}

  int operator()(string_view raw, const Reading& reading, TokenSpan span) const {
    int points = roots_there(words_, reading, span) + 2 * roots_there(negated_, reading, span);
    if (!names_.empty()) {
      const auto names = names_in(raw);
      points += 3 * static_cast<int>(shared(names_, names)) +
                static_cast<int>(shared(parts_, parts_of(names)));
    }
    if (!values_.empty() && restates_value(values_, values_in(raw))) points += 4;
    for (const string_view quotation : quotations_) {
      if (raw.find(quotation) != string_view::npos) points += 4;
    }
    return points;
  }

 private:
  std::vector<std::string> names_;
  std::vector<std::string> parts_;
  std::vector<std::pair<std::string, std::string>> values_;
  std::vector<string_view> quotations_;
  std::vector<std::string> words_;
  std::vector<std::string> negated_;
};

std::optional<std::string> contradicted(string_view previous, const Reading& reading,
                                        const Relation& relation, int least) {
  if (reading.prose.sentences.size() <= 2) least = 1;  // there is little to mix up
  const auto& tokens = reading.prose.tokens;
  int most = least - 1;
  TokenSpan best;
  for (std::size_t i = 0; i < reading.prose.sentences.size(); ++i) {
    const TokenSpan span = tokens_of_sentence(tokens, i);
    if (span.size() < 2) continue;
    const Sentence& sentence = reading.prose.sentences[i];
    const int points =
        relation(previous.substr(sentence.begin, sentence.end - sentence.begin), reading, span);
    if (points >= most && points >= least) {  // of equals the last: it stands nearest
      most = points;
      best = span;
    }
  }
  if (best.size() == 0) return std::nullopt;
  if (tokens[best.end - 1].end - tokens[best.begin].begin > max_wrong_bytes) {
    int clause_most = 0;
    TokenSpan clause;
    for (std::size_t at = best.begin; at < best.end;) {
      const std::size_t end = clause_end(tokens, at, best.end);
      const string_view raw =
          previous.substr(tokens[at].begin, tokens[end - 1].end - tokens[at].begin);
      const int points = relation(raw, reading, {at, end});
      if (points > clause_most) clause_most = points, clause = {at, end};
      at = end;
    }
    if (clause.size() > 2) best = clause;
  }
  return fitted(previous, tokens, best.begin, best.end, max_wrong_bytes);
}

bool asks(string_view text, const std::vector<Token>& tokens, TokenSpan sentence) {
  const std::size_t end = tokens[sentence.end - 1].end;
  const std::size_t mark = text.find_first_not_of(" \t", end);
  return mark != string_view::npos && text[mark] == '?';
}

/// Whether a sentence says that something is wrong and nothing else: "That's not right."
bool only_rejects(const Reading& prompt, TokenSpan sentence) {
  constexpr std::size_t most_words = 4;
  static const std::array rejecting{concept_id("wrong"), concept_id("not_is"), concept_id("real"),
                                    concept_id("right_noun"), concept_id("value_is")};
  if (sentence.size() > most_words) return false;
  return std::all_of(prompt.hits.begin(), prompt.hits.end(), [&](const Hit& hit) {
    const bool inside = hit.begin >= sentence.begin && hit.begin < sentence.end;
    return !inside || right_points()[hit.concept_id] <= 0 ||
           std::any_of(rejecting.begin(), rejecting.end(), [&](auto id) { return is(hit, id); });
  });
}

/// Whether a sentence is an order that names nothing: "fix it", "please check that again".
bool is_bare_order(const Reading& prompt, TokenSpan sentence) {
  constexpr std::size_t most_words = 6;
  if (sentence.size() == 0 || sentence.size() > most_words) return false;
  std::vector<bool> covered(sentence.size());
  bool orders = false;
  for (const Hit& hit : prompt.hits) {
    if (hit.begin < sentence.begin || hit.begin >= sentence.end) continue;
    const bool order = is(hit, word_ids().fix_it) || is(hit, word_ids().recheck);
    const bool filler =
        is(hit, word_ids().request) || is(hit, word_ids().agree) || is(hit, word_ids().but);
    if (!order && !filler) continue;
    orders = orders || order;
    for (std::size_t i = hit.begin; i < std::min<std::size_t>(hit.end, sentence.end); ++i) {
      covered[i - sentence.begin] = true;
    }
  }
  for (std::size_t i = 0; i < covered.size(); ++i) {
    const string_view word = prompt.prose.tokens[sentence.begin + i].text;
    const bool says_little = prompt.common[sentence.begin + i] || word.size() <= 3 ||
                             word == "again" || word == "then" || word == "also";
    if (!covered[i] && !says_little) return false;
  }
  return orders;
}

/// A quotation and what it should be: 'the tea row says "14 left". It's 9.' The last quotation of
/// a sentence, and the short sentence behind it that says what something is.
struct Amended {
  std::size_t quotation = 0;  ///< its token
  TokenSpan right;
};

std::optional<Amended> amended_quotation(string_view text, const Reading& prompt) {
  constexpr std::size_t most_words = 9;
  const auto& tokens = prompt.prose.tokens;
  for (std::size_t i = 0; i + 1 < tokens.size(); ++i) {
    const bool quotes = tokens[i].text == "<quote>" || tokens[i].text == "<code>";
    if (!quotes || tokens[i + 1].sentence == tokens[i].sentence) continue;
    const TokenSpan next = tokens_of_sentence(tokens, tokens[i + 1].sentence);
    if (next.size() < 2 || next.size() > most_words || asks(text, tokens, next)) continue;
    const bool states = std::any_of(prompt.hits.begin(), prompt.hits.end(), [&](const Hit& hit) {
      return hit.begin >= next.begin && hit.begin <= next.begin + 1u &&
             (is(hit, word_ids().value_is) || is(hit, word_ids().should_be));
    });
    if (states) return Amended{i, next};
  }
  return std::nullopt;
}

/// The sentence that says what is right: the one with most points, unless it only rejects or
/// orders and another says more; where no word tells, the first that says more than "No,".
std::optional<TokenSpan> right_sentence(string_view text, const Reading& prompt) {
  const auto& tokens = prompt.prose.tokens;
  if (const auto best = best_sentence(prompt, right_points())) {
    const TokenSpan span = tokens_of_sentence(tokens, best->sentence);
    if (!is_bare_order(prompt, span)) {
      if (span.end >= tokens.size() || !only_rejects(prompt, span)) return span;
      const TokenSpan next = tokens_of_sentence(tokens, tokens[span.end].sentence);
      return asks(text, tokens, next) || is_bare_order(prompt, next) ? span : next;
    }
  }
  for (std::size_t at = 0; at < tokens.size();) {
    const TokenSpan span = tokens_of_sentence(tokens, tokens[at].sentence);
    if (without_opening(prompt, span).size() >= 3 && !asks(text, tokens, span) &&
        !is_bare_order(prompt, span)) {
      return span;
    }
    at = span.end;
  }
  return std::nullopt;
}

}  // namespace

Contrast contrast_of(string_view text, const Reading& prompt, string_view previous,
                     const Reading& previous_end) {
  Contrast out;
  const auto& tokens = prompt.prose.tokens;
  TokenSpan negated;
  if (const auto amended = amended_quotation(text, prompt)) {
    const Token& quotation = tokens[amended->quotation];
    out.wrong = std::string(cut_utf8(
        text.substr(quotation.begin + 1, quotation.end - quotation.begin - 2), max_wrong_bytes));
    out.clarified =
        fitted(text, tokens, amended->right.begin, amended->right.end, max_clarified_bytes);
    return out;
  }
  if (const auto sentence = right_sentence(text, prompt)) {
    const TokenSpan span = *sentence;
    TokenSpan right = span;
    auto split = split_at_instead(prompt, span);
    if (!split) split = split_at_negation(prompt, span);
    if (split) {
      negated = split->wrong;
      right = split->right;
    }
    right = without_opening(prompt, right);
    out.clarified = fitted(text, tokens, right.begin, right.end, max_clarified_bytes);
    if (!says_something(*out.clarified)) out.clarified.reset();
  }
  const int least = tokens.size() <= 12 ? 2 : 3;
  const Relation relation(text, prompt, negated);
  if (previous.size() <= previous_bytes) {
    out.wrong = contradicted(previous, previous_end, relation, least);
  } else {
    const string_view end = tail_of(previous, searched_bytes);
    Reading reading;  // its cues are of no use here
    reading.prose = read_prose(end, 1000);
    reading.common.assign(reading.prose.tokens.size(), false);  // the prompt's words leave them out
    out.wrong = contradicted(end, reading, relation, least);
  }
  if (!out.wrong && negated.size() > 0) {
    out.wrong = fitted(text, tokens, negated.begin, negated.end, max_wrong_bytes);
  }
  if (out.wrong && !says_something(*out.wrong)) out.wrong.reset();
  return out;
}

ContrastPoints contrast_points(const Reading& prompt, const std::vector<std::string>& before) {
  CONTEXT_ROT_INVARIANT(std::is_sorted(before.begin(), before.end()));
  ContrastPoints out;
  if (const auto symptom = best_sentence(prompt, symptom_points())) out.symptom = symptom->points;
  const auto right = best_sentence(prompt, right_points());
  if (!right) return out;
  out.right = right->points;
  const TokenSpan span = tokens_of_sentence(prompt.prose.tokens, right->sentence);
  const auto instead = split_at_instead(prompt, span);
  const auto negation = split_at_negation(prompt, span);
  out.instead = instead.has_value();
  out.negation = negation.has_value();
  for (const auto& split : {instead, negation}) {
    if (split && shared(roots(prompt, split->wrong), before) > 0) out.known = true;
  }
  return out;
}

std::optional<std::string> symptom_of(string_view text, const Reading& prompt) {
  const auto& tokens = prompt.prose.tokens;
  if (tokens.empty()) return std::nullopt;
  const auto sentence = best_sentence(prompt, symptom_points());
  const TokenSpan span = without_opening(
      prompt, tokens_of_sentence(tokens, sentence ? sentence->sentence : tokens[0].sentence));
  std::string out = fitted(text, tokens, span.begin, span.end, max_clarified_bytes);
  if (out.empty()) return std::nullopt;
  return out;
}

}  // namespace context_rot::correction
