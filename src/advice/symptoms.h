#pragma once
// Signs that a session is going bad: those that can be computed, and questions for the rest.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "session/session_view.h"

namespace context_rot::advice {

enum class Confidence : std::uint8_t { high, medium, low };
/// "high", "medium", "low".
std::string_view name_of(Confidence confidence);

enum class Sign : std::uint8_t {
  yes,
  no,
  unknown,  ///< too little to compare, or only a person can tell: see `question`
};

/// One sign, with its evidence or the question to ask.
struct Symptom {
  std::string_view name;   ///< "refers_to_deleted_files"
  std::string_view title;  ///< "refers to deleted files"
  Confidence confidence = Confidence::high;
  Sign sign = Sign::unknown;
  std::string evidence;       ///< in English, safe to show; empty where the sign is unknown
  std::string_view question;  ///< for the person; empty where it is computed
};

/// All ten, in a fixed order. Computed: references to gone files; the first against the last
/// third of the turns (six turns or more) for corrections, length of answers per tool call,
/// hedging, declining and time to the first text; questions asked twice; the same call three
/// times in a row with the same result. Asked: a return to an abandoned approach, and old and
/// current structure confused, unless deleted files already show it.
std::vector<Symptom> symptoms_of(const session::SessionView& view);

}  // namespace context_rot::advice
