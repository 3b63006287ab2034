#pragma once
// What a correction is about: what was wrong (X) and what is right (Y).

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "correction/annotated_text.h"

namespace context_rot::correction {

/// Longest X and Y in bytes. Longer ones are cut between clauses, or between words with "...".
constexpr std::size_t max_wrong_bytes = 200;
constexpr std::size_t max_clarified_bytes = 240;

/// What was wrong and what is right.
struct Contrast {
  std::optional<std::string> wrong;  ///< words of the answer before, else the user's negated ones
  std::optional<std::string> clarified;  ///< the user's own words
};

/// Y is the span of the prompt that states the right thing: behind "not X but" and "no es X,",
/// without "instead of X", else the sentence with the most to say about what should be.
/// X is the sentence or clause of `previous` that shares most names, values, quotations and
/// words with the prompt, negated ones counting most; else what the user negates. Either is
/// missing where nothing qualifies. Only the last 4,000 bytes of `previous` are searched;
/// `previous_end` is read_previous() of it.
Contrast contrast_of(std::string_view text, const Reading& prompt, std::string_view previous,
                     const Reading& previous_end);

/// How much the prompt's best sentence says about what should be, about what goes wrong, and
/// whether it sets the one against the other ("X instead of Y", "not X but Y").
struct ContrastPoints {
  int right = 0;
  int symptom = 0;
  bool instead = false;
  bool negation = false;
  bool known = false;  ///< what is set aside ("instead of X", "not X") stands in the answer before
};
/// `before`: the first six bytes of the words of the answer before, sorted.
ContrastPoints contrast_points(const Reading& prompt, const std::vector<std::string>& before);

/// The sentence of a prompt that tells most of what goes wrong; for a failure report.
std::optional<std::string> symptom_of(std::string_view text, const Reading& prompt);

}  // namespace context_rot::correction
