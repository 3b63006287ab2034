#pragma once
// Training the model, and finding out how good it is.

#include <array>
#include <cstddef>
#include <string>
#include <vector>

#include "correction/model.h"
#include "tools/corpus.h"

namespace context_rot::tools {

/// How the weights are learned; the defaults are those of the shipped ones.
struct TrainingOptions {
  double cost = 0.2;             ///< of a miss; larger follows the data more closely
  double correction_cost = 0.3;  ///< the same for telling a correction from either other
  std::size_t least_groups = 5;  ///< a feature must occur in as many, else it is not learned
  std::size_t folds = 10;        ///< of the cross-validation
  std::size_t inner_folds = 10;  ///< by which cut-offs and calibration are fixed
  std::size_t deal = 0;          ///< which of the ways to deal out the folds; any number
  double also_weight = 1.5;      ///< how much a made-up exchange counts
  double rarity = 0.2;           ///< how much less what is seldom seen is held back (logistic.h)
};

/// How much a sample of this confidence counts: arguable ones less.
double weight_of(int confidence);

/// The fold of each sample: whole groups, largest first into the fold that is smallest so far.
/// Only the samples in `rows` are spread; the others get fold 0. Every `deal` but 0 takes the
/// groups in another order, their sizes blurred by up to a half. The same deal is the same always.
std::vector<std::size_t> folds_of(const Corpus& corpus, const std::vector<std::size_t>& rows,
                                  std::size_t folds, std::size_t deal = 0);

/// The members' weights by feature id (0 where not learned).
using MemberWeights = std::array<std::vector<double>, correction::member_count>;

/// Fits the three members on the samples in `rows`; a feature is learned where it occurs in
/// `least_groups` groups of them. The members about corrections learn from the made-up exchanges
/// too, with a weight of their own for being made up, which nothing later adds.
MemberWeights fit_members(const Corpus& corpus, const std::vector<std::size_t>& rows, correction::Mode mode,
                          const TrainingOptions& options);

/// The log-odds that the members give a sample.
correction::LogOdds odds_of(const Sample& sample, const MemberWeights& weights, correction::Mode mode);
/// The live log-odds that they give its prompt alone.
correction::LogOdds first_odds_of(const Sample& sample, const MemberWeights& weights);

/// The log-odds of every sample in `rows` by members that were fitted on the other folds.
std::vector<correction::LogOdds> held_out_odds(const Corpus& corpus, const std::vector<std::size_t>& rows,
                                   correction::Mode mode, std::size_t folds, const TrainingOptions& options);

/// Calibration and cut-offs from held-out log-odds of the samples in `rows`.
correction::ModeParameters fit_parameters(const Corpus& corpus, const std::vector<std::size_t>& rows,
                              const std::vector<correction::LogOdds>& odds);

/// Scores of every sample by models that saw nothing of its group, neither in their weights nor
/// in calibration and cut-offs; and those cut-offs.
struct HeldOut {
  std::vector<correction::Scores> scores;
  std::vector<double> first_looks;  ///< "rejected" where the answer before is not known; live only
  std::vector<correction::ModeParameters> parameters;  ///< by which each sample was judged
};
HeldOut cross_validate(const Corpus& corpus, correction::Mode mode, const TrainingOptions& options);

/// The model trained on everything; parameters from held-out scores. `comments` stay empty.
correction::WeightsFile train(const Corpus& corpus, const TrainingOptions& options);

}  // namespace context_rot::tools
