#pragma once
// Automatic compactions that happened in a project: what the client's own point was.

#include <cstdint>
#include <filesystem>
#include <vector>

namespace context_rot::client {

/// preTokens of the automatic compactions in the newest transcripts of a folder, the newest
/// file first and within a file the last line first. Bounded: 6 files, of each its last
/// 256 KiB. Empty where nothing can be read.
std::vector<std::int64_t> automatic_compactions(const std::filesystem::path& folder);

}  // namespace context_rot::client
