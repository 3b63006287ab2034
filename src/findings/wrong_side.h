#pragma once
// What an answer said that a correction speaks against, and what the person says instead.

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "session/session_view.h"

namespace context_rot::findings {

/// A statement of a prompt and the sentence of an answer that it has most to do with.
struct Contradiction {
  std::size_t entry = 0;   ///< the answer's
  std::string wrong;       ///< the answer's sentence, as it stands there, without its full stop
  std::string right;       ///< the person's statement, as it stands in the prompt
  std::size_t shared = 0;  ///< roots of telling words that both have
  bool denies = false;     ///< the statement denies what the sentence says
};

/// How many turns before the prompt an answer may stand that is spoken of.
constexpr std::size_t turns_back = 3;

/// Whether a statement of the prompt of that turn (see below) denies something. Cheap beside the
/// rest.
bool denies_something(const session::SessionView& view, std::size_t turn);

/// What the prompt of that turn speaks against: of the answers of the last turns_back turns the
/// sentence that shares most telling words with a statement of the prompt, at least two; one that
/// is denied is worth one word more, and of equals the nearest counts. Statements are sentences
/// that a person typed in so many words: no question but one that asks for assent ("..., right?"),
/// no bare order ("fix it"), no quotation, log or list of settings. In an answer, headings, lines
/// that announce something, code and questions say nothing. Linear in the texts: looks at the last
/// 4,000 bytes of an answer, the first 1,500 of the prompt, the last 8 answers.
std::optional<Contradiction> contradicted_by(const session::SessionView& view, std::size_t turn);

/// Where the answer before ends with a question which the prompt's first statement, of two telling
/// words or more, does not answer but set aside: the question and the statement.
std::optional<Contradiction> question_set_aside(const session::SessionView& view, std::size_t turn);

}  // namespace context_rot::findings
