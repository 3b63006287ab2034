#pragma once
// The answers to the diagnostic questions, as a person or a model gives them.

#include <array>
#include <string>

#include "util/result.h"

namespace context_rot::advice {

/// The four answers in the order of the questions (interpret.h): from a JSON object with
/// stale_references, architecture, decisions and clarity (absent ones are empty), else the parts
/// that are numbered 1 to 4 at the start of a line, else four paragraphs. Fails with a reason for
/// any other text. Linear.
Result<std::array<std::string, 4>> read_answers(const std::string& text);

}  // namespace context_rot::advice
