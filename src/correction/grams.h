#pragma once
// Runs of four letters: what words have in common beyond their beginnings, typing mistakes and all.

#include "correction/features.h"

namespace context_rot::correction {

/// `g:..` for every four characters in a row of the prompt's first 150 bytes of words, which
/// stand one underscore apart: "no, the list" has "g:_no_", "g:no_t", "g:o_th" and so on.
void gram_features(const Reading& prompt, FeatureSink& sink);

}  // namespace context_rot::correction
