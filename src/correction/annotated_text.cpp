#include "correction/annotated_text.h"

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

/// "no problem" is no negation and no problem, an "error message" no error: a cue inside such a
/// phrase does not count. Linear: hits come in order of position.
void drop_inside_harmless(std::vector<Hit>& hits) {
  static const auto polite = concept_id("polite_no");
  static const auto harmless = concept_id("harmless");
  const auto shelters = [](const Hit& hit) {
    return hit.concept_id == polite || hit.concept_id == harmless;
  };
  std::size_t sheltered_to = 0;
  std::vector<Hit> kept;
  kept.reserve(hits.size());
  for (std::size_t i = 0; i < hits.size();) {
    std::size_t next = i;
    while (next < hits.size() && hits[next].begin == hits[i].begin) {
      if (shelters(hits[next])) sheltered_to = std::max<std::size_t>(sheltered_to, hits[next].end);
      ++next;
    }
    for (; i < next; ++i) {
      if (shelters(hits[i]) || hits[i].end > sheltered_to) kept.push_back(hits[i]);
    }
  }
  hits = std::move(kept);
}

}  // namespace

Reading read_text(std::string_view text, Speaker speaker, const Lexicon& lexicon,
                  std::size_t token_limit) {
  static const auto common = concept_id("common");
  static const Languages english_bit = english();
  Reading out;
  out.prose = read_prose(text, token_limit);
  const auto& tokens = out.prose.tokens;
  const std::vector<Hit> all = lexicon.match(tokens, speaker);
  out.languages = languages_of(all, lexicon.languages());
  out.common.assign(tokens.size(), false);
  for (const Hit& hit : all) {
    if (common && hit.concept_id == *common && (hit.languages & out.languages) != 0) {
      out.common[hit.begin] = true;
    }
  }
  const bool assistant = speaker == Speaker::assistant;
  for (const Hit& hit : all) {
    if (common && hit.concept_id == *common) continue;
    const bool own = (hit.languages & out.languages) != 0;
    const bool also =
        (hit.languages & english_bit) != 0 && (assistant || everywhere()[hit.concept_id]);
    if (own || also) out.hits.push_back(hit);
  }
  if (!assistant) drop_inside_harmless(out.hits);
  return out;
}

std::string_view tail_of(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t at = text.size() - bytes;
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0u) == 0x80u) ++at;
  return text.substr(at);
}

}  // namespace context_rot::correction
