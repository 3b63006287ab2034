#pragma once
// Runs of failed attempts at one thing: what a person would call a debugging episode.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "transcript/tool_use.h"
#include "transcript/turn.h"

namespace context_rot::session {

enum class Outcome : std::uint8_t {
  open,      ///< the last attempt failed, and nothing shows that it was left there
  resolved,  ///< a later attempt at the same thing succeeded
  given_up,  ///< two prompts later nobody has tried again
};

/// Failures of one thing in a row, and what ended them.
struct Episode {
  std::string key;     ///< ToolUse::key of its attempts
  std::string target;  ///< of the first attempt: "npm test -- api", a path
  transcript::Action action = transcript::Action::other;
  std::vector<std::size_t> failures;      ///< indices into the uses
  std::optional<std::size_t> resolution;  ///< the use that succeeded
  Outcome outcome = Outcome::open;
  std::size_t turn = 0;  ///< index of the turn that the first attempt stands in
};

/// All episodes, in the order of their first failure; a single failed attempt is one too. Calls
/// that were refused are no attempts. Linear.
std::vector<Episode> episodes_of(const std::vector<transcript::ToolUse>& uses,
                                 const std::vector<transcript::Turn>& turns);

/// Whether it is long enough to be called debugging: two failed attempts or more.
bool is_debugging(const Episode& episode);

}  // namespace context_rot::session
