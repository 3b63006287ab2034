#include "correction/frame.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "correction/feature_names.h"
#include "correction/word_mask.h"
#include "util/invariant.h"

namespace context_rot::correction {

namespace {

using std::string_view;

constexpr float weight = 5;  // as much as the words themselves

constexpr auto small_words = [] {
  auto words = std::to_array<string_view>({
      "the",     "a",      "an",       "this",      "that",   "these",  "those",  "it",
      "its",     "he",     "she",      "they",      "them",   "their",  "there",  "here",
      "i",       "me",     "my",       "we",        "us",     "our",    "you",    "your",
      "is",      "are",    "was",      "were",      "be",     "been",   "being",  "am",
      "do",      "does",   "did",      "done",      "have",   "has",    "had",    "can",
      "could",   "should", "would",    "will",      "shall",  "may",    "might",  "must",
      "not",     "no",     "never",    "only",      "just",   "also",   "still",  "again",
      "already", "now",    "then",     "when",      "where",  "why",    "how",    "what",
      "which",   "who",    "if",       "so",        "but",    "or",     "and",    "because",
      "as",      "like",   "than",     "to",        "of",     "in",     "on",     "at",
      "for",     "from",   "with",     "without",   "by",     "into",   "over",   "under",
      "about",   "after",  "before",   "between",   "up",     "down",   "out",    "off",
      "all",     "any",    "every",    "each",      "some",   "same",   "other",  "another",
      "more",    "less",   "too",      "very",      "much",   "many",   "one",    "two",
      "three",   "first",  "last",     "next",      "need",   "needs",  "want",   "use",
      "using",   "used",   "keep",     "get",       "got",    "make",   "made",   "put",
      "please",  "el",     "la",       "los",       "las",    "un",     "una",    "unos",
      "unas",    "lo",     "le",       "les",       "se",     "te",     "mi",     "tu",
      "su",      "nos",    "es",       "son",       "era",    "esta",   "estan",  "este",
      "esto",    "esa",    "ese",      "eso",       "esos",   "estas",  "ser",    "estar",
      "hay",     "que",    "de",       "del",       "en",     "con",    "sin",    "por",
      "para",    "al",     "y",        "o",         "pero",   "si",     "ya",     "ni",
      "tambien", "solo",   "mas",      "menos",     "muy",    "todo",   "toda",   "todos",
      "todas",   "debe",   "deben",    "deberia",   "tiene",  "tienen", "tener",  "puede",
      "pueden",  "quiero", "necesito", "haz",       "como",   "cuando", "donde",  "porque",
      "cual",    "ahora",  "otra",     "otro",      "mismo",  "misma",  "des",    "du",
      "et",      "ou",     "mais",     "pas",       "ne",     "ce",     "cette",  "ces",
      "il",      "elle",   "ils",      "je",        "nous",   "vous",   "est",    "sont",
      "etait",   "avec",   "sans",     "pour",      "par",    "sur",    "dans",   "qui",
      "quoi",    "plus",   "moins",    "aussi",     "encore", "deja",   "doit",   "faut",
      "peux",    "veux",   "juste",    "seulement", "tout",   "tous",   "toute",  "au",
      "aux",     "os",     "um",       "uma",       "da",     "dos",    "das",    "em",
      "na",      "nas",    "e",        "nao",       "sim",    "com",    "sem",    "isso",
      "essa",    "ele",    "ela",      "eu",        "voce",   "foi",    "sao",    "tem",
      "deve",    "pode",   "quero",    "ja",        "tambem", "ainda",  "agora",  "der",
      "die",     "den",    "dem",      "ein",       "eine",   "einen",  "und",    "oder",
      "aber",    "nicht",  "kein",     "keine",     "ist",    "sind",   "war",    "ich",
      "wir",     "sie",    "mit",      "ohne",      "fur",    "von",    "zu",     "im",
      "auf",     "auch",   "noch",     "nur",       "schon",  "soll",   "sollte", "muss",
      "kann",    "bitte",  "wie",      "warum",     "wenn",   "dann",
  });
  std::sort(words.begin(), words.end());
  return words;
}();

string_view ending_of(string_view word) {
  for (const string_view ending : {string_view("ing"), string_view("ed"), string_view("s")}) {
    if (word.ends_with(ending)) return ending;
  }
  return {};
}

/// What each of the first `size` tokens is in the frame.
std::vector<std::string> frame_of(const Reading& prompt, const std::vector<std::string>& before,
                                  std::size_t size) {
  std::vector<std::string> out(size);
  std::size_t hit = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const std::string& text = prompt.prose.tokens[i].text;
    while (hit < prompt.hits.size() && prompt.hits[hit].begin < i) ++hit;
    if (text[0] == '<' || text == "?" || text == "0" || is_small_word(text)) {
      out[i] = text;
      continue;
    }
    const bool known =
        text.size() > 2 && std::binary_search(before.begin(), before.end(), text.substr(0, 6));
    std::size_t at = hit;
    const auto here = [&] { return at < prompt.hits.size() && prompt.hits[at].begin == i; };
    while (here() && prompt.hits[at].end != i + 1) ++at;
    if (here()) {
      out[i] = known ? "P-" : "";
      out[i] += concept_name(prompt.hits[at].concept_id);
    } else {
      out[i] = known ? "P" : "N";
      out[i] += ending_of(text);
    }
  }
  return out;
}

}  // namespace

bool is_small_word(string_view word) {
  static constexpr WordMask mask(small_words, [](string_view small) { return small; });
  return mask.may_hold(word) && std::binary_search(small_words.begin(), small_words.end(), word);
}

void frame_features(const Reading& prompt, const std::vector<std::string>& before,
                    std::size_t limit, FeatureSink& sink) {
  CONTEXT_ROT_INVARIANT(std::is_sorted(before.begin(), before.end()));
  FeatureNames names(sink);
  const auto& tokens = prompt.prose.tokens;
  const std::size_t size = std::min(tokens.size(), limit);
  const float value = weight / std::sqrt(std::max(8.0F, 3.5F * static_cast<float>(size)));
  const std::vector<std::string> frame = frame_of(prompt, before, size);
  for (std::size_t i = 0; i < size; ++i) {
    const auto together = [&](std::size_t other) {
      return other < size && tokens[other].clause == tokens[i].clause;
    };
    const bool first = i == 0 || !together(i - 1);
    if (first) names.add(value, {"k1:^", frame[i]});
    if (!together(i + 1)) continue;
    names.add(value, {"k2:", frame[i], "_", frame[i + 1]});
    if (first) names.add(value, {"k2:^", frame[i], "_", frame[i + 1]});
    if (!together(i + 2)) continue;
    names.add(value, {"k3:", frame[i], "_", frame[i + 1], "_", frame[i + 2]});
    if (first) names.add(value, {"k3:^", frame[i], "_", frame[i + 1], "_", frame[i + 2]});
  }
}

}  // namespace context_rot::correction
