#pragma once
// The frame of what is said: its small words, with everything else reduced to its kind.

#include <cstddef>
#include <string>
#include <vector>

#include "correction/features.h"

namespace context_rot::correction {

/// Whether a folded word is one of the small ones that make up a sentence (articles, pronouns,
/// prepositions, auxiliaries, ...) in any language of the cues.
bool is_small_word(std::string_view word);

/// Features of two and three neighbours in a clause, of the first `limit` tokens: `k2:the_P`,
/// `k3:^the_P_should`. "^" is the start of a clause; a small word and a stand-in are themselves;
/// a one-word cue is its concept; any other word is N, or P where the answer before has it
/// (`before`: its words' first six bytes, sorted), with the ending "ing", "ed" or "s". Linear in
/// tokens and hits, but for a search in `before`.
void frame_features(const Reading& prompt, const std::vector<std::string>& before,
                    std::size_t limit, FeatureSink& sink);

}  // namespace context_rot::correction
