#pragma once
// How the hooks of a project went, as the client notes it in the transcripts.

#include <chrono>
#include <filesystem>
#include <string>
#include <vector>

namespace context_rot::client {

/// The runs of one hook.
struct HookRuns {
  std::string command;  ///< as the settings have it
  std::string event;    ///< "PostToolUse"
  std::size_t runs = 0;
  std::size_t failures = 0;  ///< ended with another code than 0 or 2, or was stopped as too slow
  std::string last_failure;  ///< the first line of what it said then, or why it was stopped
  std::size_t timed = 0;     ///< runs whose time is known
  std::chrono::milliseconds total{0};  ///< of those

  /// The mean time of the runs whose time is known; 0 where none is.
  std::chrono::milliseconds average() const {
    return timed == 0 ? std::chrono::milliseconds(0)
                      : total / static_cast<std::chrono::milliseconds::rep>(timed);
  }
};

/// The hooks that the newest transcripts of a folder name, in the order in which they first come.
/// The client notes those that said something or failed, and all of Stop. Bounded: 3 files, of each
/// the last MiB. Empty where nothing can be read.
std::vector<HookRuns> hook_runs(const std::filesystem::path& folder);

}  // namespace context_rot::client
