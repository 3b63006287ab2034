#include "correction/reading.h"

#include <algorithm>
#include <array>

namespace context_rot::correction {

namespace {

/// Which concepts are taken from English cues in any text.
const std::array<bool, 256>& everywhere() {
  static const std::array<bool, 256> set = [] {
    std::array<bool, 256> out{};
    for (const char* name : {"error", "not_working", "praise", "agree", "polite_no"}) {
      if (const auto id = concept_id(name)) out[*id] = true;
    }
    return out;
  }();
  return set;
}

Languages english() {
  const auto& names = lexicon_table.languages;
  const auto at = std::find(names.begin(), names.end(), std::string_view("en"));
  return at == names.end() ? Languages{0} : static_cast<Languages>(1u << (at - names.begin()));
}

}  // namespace

Reading read_text(std::string_view text, Speaker speaker, const Lexicon& lexicon,
                  std::size_t token_limit) {
  static const auto common = concept_id("common");
  static const Languages english_bit = english();
  Reading out;
  out.prose = read_prose(text, token_limit);
  const auto& tokens = out.prose.tokens;
  std::vector<Hit> all = lexicon.match(tokens, Speaker::user);
  out.languages = languages_of(all, lexicon.languages());
  out.common.assign(tokens.size(), false);
  for (const Hit& hit : all) {
    if (common && hit.concept_id == *common && (hit.languages & out.languages) != 0) {
      out.common[hit.begin] = true;
    }
  }
  const bool assistant = speaker == Speaker::assistant;
  if (assistant) all = lexicon.match(tokens, Speaker::assistant);
  for (const Hit& hit : all) {
    if (common && hit.concept_id == *common) continue;
    const bool own = (hit.languages & out.languages) != 0;
    const bool also =
        (hit.languages & english_bit) != 0 && (assistant || everywhere()[hit.concept_id]);
    if (own || also) out.hits.push_back(hit);
  }
  return out;
}

std::string_view tail_of(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t at = text.size() - bytes;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u) ++at;
  return text.substr(at);
}

}  // namespace context_rot::correction
