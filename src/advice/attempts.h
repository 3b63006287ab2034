#pragma once
// Attempts at one thing that do not succeed: what going back is for.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "session/episode.h"
#include "transcript/tool_use.h"
#include "transcript/turn.h"

namespace context_rot::advice {

/// So many failures of one thing are several.
constexpr std::size_t several_attempts = 3;

/// Something that was tried several times without success.
struct Attempts {
  enum class What : std::uint8_t { failed, corrected };
  What what = What::failed;
  std::string target;       ///< failed: the command or file
  std::size_t times = 0;    ///< failures, or corrections
  std::int64_t tokens = 0;  ///< of these calls and results, or answers
  std::string prompt;       ///< the prompt to go back to, as one line
  std::size_t prompts_ago = 0;
};

/// The run of failures that the session stands in now, and that going back would undo: three or
/// more attempts at one thing, no success at it, an attempt in each turn since the first one,
/// nothing run or changed with success behind the last one, and nothing committed, pushed or merged
/// since the first one. Null where there is none. Linear.
const session::Episode* failing_run(const std::vector<transcript::Turn>& turns,
                                      const std::vector<transcript::ToolUse>& uses,
                                      const std::vector<session::Episode>& episodes);

/// Whether two prompts speak of the same thing: two telling words in common, or all that the
/// shorter one has.
bool speak_of_the_same(std::string_view a, std::string_view b);

/// Whether a call put work away for good: `git commit`, `git push`, `git merge`, `gh pr create` or
/// `gh pr merge` (`glab mr` likewise) that succeeded; not as a dry run.
bool puts_work_away(const transcript::ToolUse& use);

}  // namespace context_rot::advice
