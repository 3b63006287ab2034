#pragma once
// The detector: is this prompt a correction of the answer before?

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "correction/model.h"

namespace context_rot::correction {

enum class Label : std::uint8_t { none, failure_report, correction };

/// "none", "failure_report", "correction".
std::string_view name_of(Label label);

/// What the detector says of one prompt.
struct Verdict {
  Label label = Label::none;
  Scores scores;
  bool noteworthy = false;  ///< `rejected` lies above the note limit: 85 of 100 are right
  bool doubtful = false;    ///< between the grey limit and the note limit: only worth a question
  std::string kind;         ///< of a correction: "negation", "redirect", ...; else empty
  std::optional<std::string> wrong;      ///< X, see contrast.h
  std::optional<std::string> clarified;  ///< Y; of a failure report nothing
  std::optional<std::string> note;
  std::vector<std::string> cues;  ///< what decided, the strongest first: `should_be "should be"`
};

/// Cut-offs in the place of the model's own, each from 0 to 1.
struct Limits {
  std::optional<double> rejected;
  std::optional<double> correction;
  std::optional<double> note;
  std::optional<double> grey;
};

/// Cues, weights and cut-offs, ready to judge prompts. Not changed by judging: any number of
/// threads.
class Detector {
 public:
  /// Compiled-in cues and weights.
  Detector() = default;
  Detector(Lexicon lexicon, Model model, Limits limits)
      : lexicon_(std::move(lexicon)), model_(std::move(model)), limits_(limits) {}

  /// The first look, at the prompt alone: false for some 20 of 100, which detect() would find to
  /// be nothing too, so that the answer before them need not be fetched. Any bytes are accepted.
  bool worth_a_look(std::string_view text) const;

  /// Judges a prompt; with `exchange.next` as one judges afterwards. Any bytes are accepted; the
  /// time is linear in the lengths and bounded (prose.h). `why`, if given, receives what every
  /// feature added, the strongest first.
  Verdict detect(const Exchange& exchange, std::vector<Contribution>* why = nullptr) const;

 private:
  Lexicon lexicon_;
  Model model_;
  Limits limits_;
};

/// "[Correction: Previous response was wrong about X. User clarified: Y.]" without the parts
/// that are missing. `said` is Y; where the user only complains (`clarifies` false) it stands
/// behind "User said:", in a failure report behind "User reports:".
std::string note_text(Label label, const std::optional<std::string>& wrong,
                      const std::optional<std::string>& said, bool clarifies = true);

}  // namespace context_rot::correction
