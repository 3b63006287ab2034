// Fuzzes the cues that a configuration adds: a phrase is refused, or found wherever it stands
// alone; a text never has a cue outside itself. The input is a phrase and a text, separated by a
// byte 0x1F.

#include <algorithm>
#include <cstdint>

#include "correction/lexicon.h"
#include "correction/prose.h"
#include "require.h"

using namespace context_rot::correction;

namespace {

std::vector<Hit> hits_in(std::string_view text, const Lexicon& lexicon) {
  const Prose prose = read_prose(text);
  auto hits = lexicon.match(prose.tokens, Speaker::user);
  for (const Hit& hit : hits) {
    require(hit.begin < hit.end && hit.end <= prose.tokens.size());
    require(!concept_name(hit.concept_id).empty());
  }
  require(languages_of(hits, lexicon.languages()) != 0 || lexicon.languages() == 0);
  return hits;
}

}  // namespace

void test_input(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = text_of_input(data, size);
  const std::string_view phrase = take_part(rest);
  Lexicon lexicon;
  const auto before = hits_in(rest, lexicon);
  const auto added = lexicon.add("negate", phrase);
  const auto after = hits_in(rest, lexicon);
  if (!added) {
    require(after.size() == before.size());
    return;
  }
  require(after.size() >= before.size());
  for (const char* const language : {"en", "es", "pt", "fr", "de"}) {
    require(static_cast<bool>(lexicon.switch_off(language)));
  }
  hits_in(rest, lexicon);
}
