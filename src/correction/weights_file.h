#pragma once
// The model as a text that a person can read.

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace context_rot::correction {

/// What a feature adds to each log-odds: rejected, a correction against neither, a correction
/// against a failure report; without and with the answer that followed.
constexpr std::size_t member_count = 3;
using FeatureWeights = std::array<float, 2 * member_count>;

/// How the log-odds become probabilities, and where the lines are drawn.
struct ModeParameters {
  std::array<double, 2> rejected{};    ///< slope and offset of the log-odds of "rejected"
  std::array<double, 3> correction{};  ///< slopes of "correction" and of the product, offset
  double rejected_cut = 0.5;           ///< best F1
  double correction_cut = 0.5;         ///< best F1
  double note_cut = 0.9;               ///< of "rejected": eight notes of ten are right
  bool operator==(const ModeParameters&) const = default;
};

/// A file of weights as it was read.
struct WeightsFile {
  std::vector<std::string> comments;    ///< what it was trained on, without "# "
  std::array<ModeParameters, 2> modes;  ///< live, afterwards
  std::vector<std::pair<std::string, FeatureWeights>> features;  ///< sorted by name
};

/// Lines: "# comment"; "live NAME NUMBER..." and "after NAME NUMBER..." for the parameters;
/// "NAME w w w w w w" for the features, numbers with two significant digits.
std::string format_weights(const WeightsFile& file);

/// Reads what format_weights writes. Fails with "line N: reason".
Result<WeightsFile> parse_weights(std::string_view text);

}  // namespace context_rot::correction
