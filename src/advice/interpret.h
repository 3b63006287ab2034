#pragma once
// The four diagnostic questions, and what the answers to them say.

#include <array>
#include <string_view>
#include <vector>

#include "advice/score.h"
#include "config/config.h"

namespace context_rot::advice {

using config::Language;

/// Stale references, architecture, decisions, clarity; to be put to the model. The first three
/// ask for yes or no first, the last for numbers from 1 to 10.
std::array<std::string_view, 4> diagnostic_questions(Language language);

/// What was answered to each question, in their order; any bytes, empty: no answer.
struct Answers {
  std::string_view stale_references;
  std::string_view architecture;
  std::string_view decisions;
  std::string_view clarity;
};

/// What the answers say together.
struct Diagnosis {
  Severity level = Severity::mild;  ///< 3 or more issues severe, 1 or 2 moderate, 0 mild
  /// Of stale_references, architectural_confusion, decision_conflicts, low_confidence.
  std::vector<std::string_view> issues;
};

/// An answer that begins with yes or no (English, Spanish) is taken at its word; otherwise it is an
/// issue where it speaks of doubt, conflict or things that are gone. Clarity is low where its
/// numbers (0 to 10; "7/10" is 7) are below 6 on average; without numbers it is not known and no
/// issue. Empty answers are no issue. Any bytes.
Diagnosis interpret(const Answers& answers);

}  // namespace context_rot::advice
