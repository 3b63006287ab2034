#pragma once
// From features to two probabilities: a log-linear model.

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "correction/features.h"
#include "correction/weights_table.h"

namespace context_rot::correction {

/// Without the answer that followed, or with it.
enum class Mode : std::uint8_t { live, after };

/// Two calibrated probabilities, from 0 to 1.
struct Scores {
  double rejected = 0;    ///< the user says that the answer before is wrong or does not work
  double correction = 0;  ///< and says or asks for what is right
};

/// A prompt whose "rejected" is lower, taken alone, is not worth fetching the answer before it.
constexpr double first_look_cut = 0.05;

/// From here up to the note limit "rejected" is doubtful: asking the model is worth its price (the
/// curve in README.md).
constexpr double grey_cut = 0.15;

/// The sums of weights: log-odds of rejected, of a correction against neither, of a correction
/// against a failure report.
using LogOdds = std::array<double, member_count>;

/// The probabilities. `correction` weighs the log-odds against both others together and the
/// product of "rejected" and "correction against a failure report"; both are calibrated. A
/// correction is a rejection, so that score is never the lower one.
Scores scores_of(const LogOdds& odds, const ModeParameters& mode);
/// The log-odds of the product of two probabilities given as log-odds.
double product_odds(double a, double b);
/// The log-odds of one class of three against the two others, given as log-odds against either.
double coupled_odds(double a, double b);
double probability(double odds);

/// Which features' parts are wanted: of those that a verdict's cues are drawn from, or of all.
enum class Parts : std::uint8_t { cues, all };

/// What a feature added to the log-odds of "rejected" and of "correction".
struct Contribution {
  std::string feature;
  double rejected = 0;
  double correction = 0;
};

/// Weights and cut-offs; see weights_file.h for their text form.
class Model {
 public:
  /// The compiled-in weights.
  Model();
  /// Weights read from a file; at most 65534 features.
  explicit Model(const WeightsFile& file);

  /// This model with the weights of `more` added to its own, feature by feature; what `more` says
  /// of parameters is left out. Features beyond 65534 in all are left out.
  Model with(const WeightsFile& more) const;

  /// Reads the exchange's features and adds up their weights. `contributions` may be null.
  LogOdds odds(const Exchange& exchange, const Reading& prompt, const Reading& previous,
               const Reading* next, std::vector<Contribution>* contributions = nullptr,
               Parts parts = Parts::all) const;
  const ModeParameters& parameters(Mode mode) const {
    return table_.modes[static_cast<std::size_t>(mode)];
  }

 private:
  struct Owned {
    std::vector<std::uint16_t> slots;
    std::vector<WeightRow> rows;
  };
  std::shared_ptr<const Owned> owned_;
  WeightsTable table_;
};

}  // namespace context_rot::correction
