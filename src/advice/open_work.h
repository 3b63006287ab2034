#pragma once
// What of a session's work is half done, and whether a phase of it has just ended.

#include <string>
#include <string_view>
#include <vector>

#include "session/session_view.h"

namespace context_rot::advice {

/// What is still open. A summary, and more so a fresh start, would have to carry it.
struct OpenWork {
  std::vector<std::string> tasks;  ///< of the to-do list: in progress, then pending; a line each
  bool failing = false;            ///< the last attempt at something failed, in the last turn
  bool uncommitted =
      false;                ///< files changed since the last commit; false where none was ever made
  bool unanswered = false;  ///< the last prompt has no answer yet, or was interrupted
  bool asks = false;        ///< the last answer puts a question to the person

  /// Whether anything is open.
  bool any() const { return !tasks.empty() || failing || uncommitted || unanswered || asks; }
};

/// What shows that a phase has ended with the last turn.
enum class PhaseEnd : std::uint8_t {
  none,
  committed,   ///< its work was committed, pushed or merged, and nothing changed since
  tasks_done,  ///< the last task of the list was completed in it
  answered,    ///< questions only: the last, on work that is committed, or the last two, behind any
               ///< work; they are answered, and nothing was changed for them
  told,        ///< the person says so
};

/// Gathers what is open. Needs a view; linear in the calls.
OpenWork open_work(const session::SessionView& view);

/// How the last turn ended a phase; none where anything is open.
PhaseEnd phase_end(const session::SessionView& view, const OpenWork& open);

}  // namespace context_rot::advice
