#pragma once
// Prompts that ask to take back what was done.

#include <string_view>

namespace context_rot::session {

/// What a prompt asks to take back.
struct RevertRequest {
  bool asked = false;
  bool wide = false;  ///< means the whole approach, not only the last step
};

/// Whether a prompt asks for it: "revert that", "undo the last change", "let's drop this
/// approach", "deshaz eso", "olvida ese enfoque". The words count at the start of a clause only
/// and with something to take back behind them: "add an undo button", "don't revert it",
/// "should we revert?" and "the revert command" ask for nothing. Reads the first 1,000 bytes
/// outside code and quotations.
RevertRequest revert_request(std::string_view prompt);

}  // namespace context_rot::session
