#include "journal/facts/summary_index.h"

#include <algorithm>
#include <array>
#include <unordered_set>
#include <utility>

#include "correction/fold.h"
#include "journal/facts/summary_heading.h"
#include "util/ascii.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::journal {

namespace {

using WordSet = std::unordered_set<std::string_view>;

constexpr std::size_t stem_bytes = 5;

const WordSet& stop_words() {
  static const WordSet all = {"the",  "and",  "for", "with", "that", "this", "from", "are",  "was",
                              "were", "but",  "has", "have", "had",  "its",  "not",  "into", "than",
                              "then", "will", "can", "all",  "any",  "los",  "las",  "una",  "para",
                              "con",  "que",  "por", "del",  "como", "uno",  "esta", "este", "sin"};
  return all;
}

const WordSet& denials() {
  static const WordSet all = {
      "not",     "no",        "never",      "wrong",      "instead",    "superseded", "avoid",
      "longer",  "incorrect", "corrected",  "rather",     "dropped",    "replaced",   "formerly",
      "earlier", "isn",       "doesn",      "don",        "wasn",       "aren",       "nunca",
      "mal",     "lugar",     "sustituido", "sustituida", "incorrecto", "incorrecta", "corregido",
      "evitar",  "antes",     "previously", "ya"};
  return all;
}

template <typename Each>
void for_each_word(std::string_view folded, Each&& each) {
  for (std::size_t i = 0; i < folded.size();) {
    std::size_t end = i;
    while (end < folded.size() && is_word_byte(folded[end])) ++end;
    if (end > i) each(folded.substr(i, end - i));
    i = end + 1;
  }
}

bool carries_meaning(std::string_view word) {
  const bool short_and_plain = word.size() < 3 && std::all_of(word.begin(), word.end(), [](char c) {
                                 return is_lower(c) || c == '_';
                               });
  return !short_and_plain && !stop_words().contains(word);
}

/// Whether what a heading opens is about what holds.
bool asserts(const SummaryHeading& heading) {
  if (const auto* kind = std::get_if<Kind>(&heading.opens)) {
    return *kind != Kind::corrections && *kind != Kind::avoid;
  }
  if (const auto* part = std::get_if<ClientPart>(&heading.opens)) {
    return *part != ClientPart::errors && *part != ClientPart::messages;
  }
  return true;
}

/// Takes a sentence off the front of a line.
std::string_view take_sentence(std::string_view& rest) {
  for (std::size_t i = 0; i + 1 < rest.size(); ++i) {
    if (rest[i + 1] == ' ' && std::string_view(".;?!").find(rest[i]) != std::string_view::npos) {
      const auto sentence = rest.substr(0, i + 1);
      rest.remove_prefix(i + 1);
      return sentence;
    }
  }
  return std::exchange(rest, {});
}

}  // namespace

bool is_departure(std::string_view word) {
  static const WordSet all = {"deleted",  "delete",  "removed",    "remove",     "gone",
                              "renamed",  "rename",  "moved",      "longer",     "obsolete",
                              "dropped",  "exist",   "replaced",   "eliminado",  "eliminada",
                              "eliminar", "elimino", "borrado",    "borrada",    "borrar",
                              "quitar",   "movido",  "renombrado", "renombrada", "existe"};
  return all.contains(word);
}

std::vector<std::string> content_words(std::string_view text) {
  std::vector<std::string> out;
  std::unordered_set<std::string> seen;
  const std::string folded = correction::fold(text);
  for_each_word(folded, [&](std::string_view word) {
    if (!carries_meaning(word)) return;
    if (word.size() > 3 && word.ends_with('s')) word.remove_suffix(1);
    std::string stem(cut_utf8(word, stem_bytes));
    if (!stem.empty() && seen.insert(stem).second) out.push_back(std::move(stem));
  });
  return out;
}

SaidText::SaidText(std::string_view text) : text_(text) {
  bool asserted = true;
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = take_line(rest);
    const auto heading = read_summary_heading(line);
    const bool sub_heading = heading && std::holds_alternative<State>(heading->opens);
    if (heading && !sub_heading) asserted = asserts(*heading);
    while (!line.empty()) {
      Sentence sentence;
      sentence.text = take_sentence(line);
      sentence.asserted = asserted;
      const std::string folded = correction::fold(sentence.text);
      for_each_word(folded, [&](std::string_view word) {
        sentence.denies |= denials().contains(word);
        sentence.says_gone |= is_departure(word);
      });
      const auto number = static_cast<std::uint32_t>(sentences_.size());
      for (std::string& word : content_words(sentence.text)) {
        index_[std::move(word)].push_back(number);
      }
      sentences_.push_back(sentence);
    }
  }
}

std::unordered_map<std::uint32_t, std::size_t> SaidText::counts(
    const std::vector<std::string>& words) const {
  std::unordered_map<std::uint32_t, std::size_t> out;
  for (const std::string& word : words) {
    const auto found = index_.find(word);
    if (found == index_.end()) continue;
    for (const std::uint32_t number : found->second) ++out[number];
  }
  return out;
}

double SaidText::best_share(const std::vector<std::string>& words) const {
  if (words.empty()) return 1;
  std::size_t best = 0;
  for (const auto& [number, count] : counts(words)) best = std::max(best, count);
  return static_cast<double>(best) / static_cast<double>(words.size());
}

std::vector<const SaidText::Sentence*> SaidText::sentences_with(
    const std::vector<std::string>& words, double share) const {
  std::vector<std::uint32_t> numbers;
  for (const auto& [number, count] : counts(words)) {
    if (static_cast<double>(count) >= share * static_cast<double>(words.size())) {
      numbers.push_back(number);
    }
  }
  std::sort(numbers.begin(), numbers.end());
  std::vector<const Sentence*> out;
  for (const std::uint32_t number : numbers) out.push_back(&sentences_[number]);
  return out;
}

template <typename Each>
void SaidText::for_each_place(std::string_view path, Each&& each) const {
  if (path.empty()) return;
  for (std::size_t at = 0; (at = text_.find(path, at)) != std::string_view::npos;
       at += path.size()) {
    const std::size_t end = at + path.size();
    const char before = at > 0 ? text_[at - 1] : ' ';
    const char after = end < text_.size() ? text_[end] : ' ';
    const char behind = end + 1 < text_.size() ? text_[end + 1] : ' ';
    const bool begins = !is_word_byte(before) && before != '-' && before != '.';
    const bool ends = !is_word_byte(after) && after != '-' && after != '/' &&
                      !(after == '.' && is_word_byte(behind));
    const bool dot_slash = before == '.' && path[0] == '/';
    if ((begins || dot_slash) && ends && !each(at)) return;
  }
}

bool SaidText::names(std::string_view path) const {
  bool found = false;
  for_each_place(path, [&](std::size_t) {
    found = true;
    return false;
  });
  return found;
}

const SaidText::Sentence& SaidText::sentence_at(std::size_t offset) const {
  const auto behind = std::upper_bound(
      sentences_.begin(), sentences_.end(), text_.data() + offset,
      [](const char* place, const Sentence& sentence) { return place < sentence.text.data(); });
  return behind == sentences_.begin() ? sentences_.front() : *(behind - 1);
}

bool SaidText::names_as_current(std::string_view path) const {
  bool found = false;
  if (sentences_.empty()) return found;
  for_each_place(path, [&](std::size_t at) {
    const Sentence& sentence = sentence_at(at);
    found |= !sentence.says_gone && !sentence.denies && sentence.asserted;
    return !found;
  });
  return found;
}

}  // namespace context_rot::journal
