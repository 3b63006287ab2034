#pragma once
// Weights that are learned at home: from a person's own settled ledger, on top of the shipped ones.

#include <cstddef>
#include <string_view>

#include "correction/detector.h"
#include "util/result.h"

namespace context_rot::tools {

/// How good a model is at telling the settled rejections from the others.
struct HomeFigures {
  double loss = 0;  ///< mean of -log(probability of the truth); less is better
  double f1 = 0;    ///< at the shipped cut-off
};

/// What came of it.
struct HomeTraining {
  std::size_t learned_from = 0;
  std::size_t held_back = 0;  ///< every third entry; nothing is learned from these
  HomeFigures shipped;        ///< both on those held back
  HomeFigures own;
  bool better = false;              ///< less loss, and no lower F1
  correction::WeightsFile weights;  ///< to be added to the shipped ones (Model::with)
};

/// The fewest settled entries with their text, and the fewest of either kind.
constexpr std::size_t least_entries = 30;
constexpr std::size_t least_of_a_kind = 6;

/// Learns how a person's prompts differ from what `shipped` expects: weights for "rejected" without
/// the answer that followed, held back towards 0. `lines` are those of ledger::training_lines(). A
/// feature counts that at least three entries have. The same lines give the same weights. Fails
/// where there are too few entries, and with "line N: reason".
Result<HomeTraining> train_at_home(std::string_view lines, const correction::Model& shipped,
                                   const correction::Lexicon& lexicon);

}  // namespace context_rot::tools
