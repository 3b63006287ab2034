#include "correction/grams.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "util/utf8.h"

namespace context_rot::correction {

namespace {

constexpr std::size_t most_gram_bytes = 150;
constexpr std::size_t length = 4;
constexpr float gram_weight = 4;
constexpr std::string_view gram_prefix = "g:";

/// The prompt's first words between underscores.
std::string first_words(const Reading& prompt) {
  std::string out = "_";
  for (const Token& token : prompt.prose.tokens) {
    if (out.size() >= most_gram_bytes) break;
    out += token.text;
    out += '_';
  }
  out.resize(cut_utf8(out, most_gram_bytes).size());
  return out;
}

}  // namespace

void gram_features(const Reading& prompt, FeatureSink& sink) {
  const std::string text = first_words(prompt);
  const float value = gram_weight / std::sqrt(std::max(8.0F, static_cast<float>(text.size())));
  std::array<std::size_t, length> starts{};  // of the last characters, the oldest first
  std::string name(gram_prefix);
  std::size_t seen = 0;
  for (std::size_t at = 0; at < text.size(); ++seen) {
    std::rotate(starts.begin(), starts.begin() + 1, starts.end());
    starts.back() = at;
    at += std::max<std::size_t>(1, well_formed_length(std::string_view(text).substr(at)));
    if (seen + 1 < length) continue;
    name.resize(gram_prefix.size());
    name.append(text, starts.front(), at - starts.front());
    sink.add(name, value);
  }
}

}  // namespace context_rot::correction
