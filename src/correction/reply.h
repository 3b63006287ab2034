#pragma once
// What the model's own answer says of a suspected correction.

#include <optional>
#include <string>
#include <string_view>

#include "correction/lexicon.h"

namespace context_rot::correction {

enum class ReplyKind : std::uint8_t {
  silent,       ///< says nothing either way
  correction,   ///< holds a [Correction: ...] line
  refusal,      ///< holds [Not a correction]
  acknowledged  ///< opens with "you're right", "disculpa", ...
};

/// What an answer says of the correction before it.
struct Reply {
  ReplyKind kind = ReplyKind::silent;
  std::optional<std::string> wrong;      ///< X in the model's words, at most 400 bytes
  std::optional<std::string> clarified;  ///< Y in the model's words, at most 400 bytes
  std::string words;  ///< the line, or the sentence that acknowledges, at most 200 bytes
};

/// Reads the first 4,000 bytes of an answer. The line is "[Correction: X -> Y]" (or "→"), or
/// "[Correction: Previous response was wrong about X. User clarified: Y.]"; it counts at the start
/// of a line only, also behind markdown's emphasis, and not inside fenced code: an answer may talk
/// about such lines.
Reply read_reply(std::string_view answer, const Lexicon& lexicon);

}  // namespace context_rot::correction
