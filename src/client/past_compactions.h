#pragma once
// Automatic compactions that happened in a project: what the client's own point was.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace context_rot::client {

/// One of them: what was in use, in tokens, and the model that answered before it.
struct PastCompaction {
  std::int64_t tokens = 0;
  std::string model;  ///< as the API names it
};

/// The automatic compactions in the newest transcripts of a folder, the newest file first and
/// within a file the last line first. Each counts once, however many forks have its line, and only
/// one of the session itself: not those of subagents, nor one before which no answer is in sight.
/// Bounded: 6 files, of each its last 256 KiB. Empty where nothing can be read.
std::vector<PastCompaction> automatic_compactions(const std::filesystem::path& folder);

}  // namespace context_rot::client
