#pragma once
// A session without its noise, as a new session beside it.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "config/config.h"
#include "findings/analysis.h"
#include "fork/compose.h"
#include "fork/plan.h"
#include "util/result.h"

namespace context_rot::fork {

/// What is to be forked, and how.
struct ForkRequest {
  std::filesystem::path transcript;
  std::filesystem::path project;  ///< files are checked against it
  std::filesystem::path data;     ///< where the ledger is; may be empty
  PlanOptions options;
  bool dry_run = false;
  /// The session is known to be running: a turn without an end is not taken, as where the file
  /// grew while it was read, or was written to in the last ten seconds.
  bool is_running = false;
};

/// A fork that was made, or would be by a run that is no dry one.
struct Fork {
  ForkNames names;
  std::filesystem::path file;  ///< of the new session; not there after a dry run
  std::unique_ptr<findings::Analysis> analysis;
  Plan plan;
  Composition composition;
  bool written = false;  ///< false: a dry run
  /// The session is being written to, so that its last turn was left out; when the one before
  /// ended.
  std::optional<Milliseconds> cut_at;
};

/// Reads a session, decides what goes, and writes the rest to a new file in the same folder, whole
/// or not at all, for its owner only; where nothing is found to go, a plain copy of what is live.
/// The original is only read. Fails with one line: the file cannot be read or written, or there is
/// no conversation in it that could be forked.
Result<Fork> fork_session(const ForkRequest& request, const config::LoadedConfig& loaded);

}  // namespace context_rot::fork
