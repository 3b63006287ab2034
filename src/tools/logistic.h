#pragma once
// Fitting a logistic regression.

#include <cstdint>
#include <span>
#include <vector>

namespace context_rot::tools {

/// One feature of a row, by its index.
struct FeatureValue {
  std::uint32_t id = 0;
  float value = 0;
};

/// One example to learn from.
struct LabelledRow {
  std::span<const FeatureValue> features;  ///< each id at most once
  bool positive = false;
  double cost = 1;  ///< how much a miss of this row counts
};

/// The weights w that minimise |w|^2 / 2 + sum of cost * log(1 + exp(-y w.x)), y being 1 or -1.
/// Ids must be below `feature_count`. Dual coordinate descent: Yu, Huang, Lin, "Dual coordinate
/// descent methods for logistic regression and maximum entropy models", Machine Learning 85
/// (2011), algorithm 5. The same rows give the same weights, to the last bit.
std::vector<double> fit_logistic(const std::vector<LabelledRow>& rows, std::size_t feature_count);

/// The same where what is seldom seen is held back less: each feature's values are multiplied by
/// the -`rarity` power of its sum of squares, relative to the median feature, and the weights
/// that come back are those of the values as given. 0 treats all features alike.
std::vector<double> fit_by_rarity(const std::vector<LabelledRow>& rows, std::size_t feature_count,
                                  double rarity);

}  // namespace context_rot::tools
