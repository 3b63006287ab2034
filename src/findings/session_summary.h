#pragma once
// What a session has come to: the facts that a summary, a journal or a fresh start must keep.

#include <cstdint>
#include <string>
#include <vector>

#include "findings/findings.h"
#include "session/from_entry.h"
#include "session/session_view.h"
#include "session/task_progress.h"

namespace context_rot::findings {

/// A decision in words.
struct StatedDecision {
  std::string text;  ///< the sentence, or "topic: choice" of a question that was answered
  bool active = true;
  Milliseconds time = 0;
  std::size_t entry = 0;  ///< that states it
};

/// A correction in words.
struct StatedCorrection {
  std::string wrong;  ///< may be empty
  std::string right;
  Milliseconds time = 0;
  std::size_t entry = 0;  ///< the prompt that corrects
};

/// Something not to be tried again, and why.
struct DeadEnd {
  std::string what;
  std::string why;
};

/// A failure that nothing has resolved.
struct OpenError {
  std::string target;
  std::string line;  ///< the first line that tells
};

/// Every text is one line of valid UTF-8 without secrets and control characters (quote.h). Lists
/// are in the order of the conversation unless said otherwise.
struct SessionState {
  session::FromEntry first_prompt;                 ///< that has words
  std::vector<session::FromEntry> goal;            ///< what the session is for: request.h
  std::vector<session::FromEntry> latest_prompts;  ///< at most 5, the newest last
  session::Progress progress;
  std::vector<StatedDecision> decisions;
  std::vector<StatedCorrection> corrections;
  std::vector<DeadEnd> dead_ends;
  std::vector<OpenError> open_errors;
  std::vector<session::FromEntry>
      open_work;  ///< steps that texts leave open, tasks aside: open_work.h
  std::vector<session::FromEntry> constraints;  ///< standing rules of the person: standing_rule.h
  std::vector<std::string> files_changed;       ///< changed here and there now, the newest first
  std::vector<std::string> files_read;          ///< read only, and there now, the newest first
  std::vector<std::string> files_gone;          ///< used here and gone from disk
  bool files_seen = true;                       ///< false: one of them could not be looked for
};

/// Gathers the state of a session. `since` is the turn that it begins at for `first_prompt`: the
/// beginning of the topic. Files of which the disk says nothing count as there. Paths are without
/// the project's folder. Linear.
SessionState state_of(const session::SessionView& view, const std::vector<Finding>& findings,
                      std::size_t since = 0);

}  // namespace context_rot::findings
