#pragma once
// How good the scores are.

#include <string>
#include <utility>
#include <vector>

#include "tools/training.h"

namespace context_rot::tools {

/// A score with the truth.
struct Scored {
  double score = 0;
  bool positive = false;
};

/// The chance that a positive scores higher than another; 0.5 where one of them is missing.
double area_under_curve(std::vector<Scored> scored);
/// The largest share of the positives found at a cut-off with that precision (and five hits).
double recall_at_precision(std::vector<Scored> scored, double precision);

/// Decisions counted.
struct Decisions {
  std::size_t samples = 0;
  std::size_t positive = 0;
  std::size_t said = 0;
  std::size_t hits = 0;
  /// Shares from 0 to 1; 0 where nothing was there to divide by.
  double precision() const;
  double recall() const;
  double f1() const;
};

/// The whole report as text: rejected, note limit and correction, live and afterwards, overall,
/// by language (those with 100 samples or more, the rest together) and by confidence; the
/// calibration; what the first look lets through; what notes would cost. All by grouped
/// cross-validation with cut-offs fixed in the training folds. Then, live: what is caught by kind
/// of prompt (prompt_kinds.h, and `kind` of the data), and the grey zone's curve.
std::string evaluation_report(const Corpus& corpus, const TrainingOptions& options);

/// The same figures, overall and by language, as means over the deals 0 to `deals` - 1 of the
/// folds, F1 with its least and its greatest. Less depends on luck there than on a single deal.
std::string deals_report(const Corpus& corpus, const TrainingOptions& options, std::size_t deals);

/// What asking the model costs and brings: from a score of `from` up to the note limit it is asked,
/// and answers with the truth in `faithful` of all cases; above, the detector is believed.
struct GreyZone {
  double asked = 0;  ///< share of all prompts
  double f1 = 0;     ///< of "rejected", as settled
};
GreyZone grey_zone(const Corpus& corpus, const HeldOut& held, double from, double faithful);

/// The lines of the report that stand in the head of a weights file.
std::vector<std::string> headline_figures(const Corpus& corpus, const TrainingOptions& options);

}  // namespace context_rot::tools
