#pragma once
// The conversation that the model will see with its next turn, read from a session transcript.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>
#include <vector>

#include "transcript/entry.h"
#include "transcript/line.h"
#include "util/result.h"

namespace context_rot::transcript {

/// What reading the file met, for reports. Counts are of lines in the part that was read.
struct ReadStats {
  std::uint64_t file_bytes = 0;
  std::uint64_t read_bytes = 0;  ///< of the last pass over the file's end, or the whole file
  std::uint64_t lines = 0;
  std::uint64_t bad = 0;         ///< no JSON object: torn, NUL bytes
  std::uint64_t repaired = 0;    ///< invalid UTF-8, read all the same
  std::uint64_t off_branch = 0;  ///< conversation lines the model will not see
};

/// What was read of a transcript. Owns its texts.
struct Conversation {
  std::vector<Entry> entries;  ///< in the order in which the model gets them
  /// Whether entries begins where the conversation begins (its first line or a compact
  /// boundary). False: older entries stand in the part of the file that was not read.
  bool complete = true;
  ReadStats stats;
};

/// Reads a whole transcript: an index pass over all lines, then full parsing of the live
/// ones. Memory is bounded by the index (about 150 bytes a line) and the live content.
/// Fails with "PATH: reason" where the file cannot be read; broken lines are counted.
Result<Conversation> read_session(const std::filesystem::path& path, Detail detail);

/// When read_session_tail() asks whether it has read enough.
enum class Asks : std::uint8_t {
  always,
  with_opening,  ///< only where a prompt or a boundary is in sight: without one the answer is no
  at_end,        ///< never: as much is read as may be
};

/// Reads a transcript from its end, a growing part of it (from 16 KiB on, no line twice), until the
/// conversation is complete, `enough` says so, or `max_tail_bytes` were read: the cost does not
/// depend on the size of the file. `enough` is asked where a prompt or a boundary has come in
/// sight, else each time the part has doubled. Broken lines are counted; a file shorter than the
/// first part is read whole.
Result<Conversation> read_session_tail(const std::filesystem::path& path, Detail detail,
                                       const std::function<bool(const Conversation&)>& enough,
                                       Asks asks = Asks::always);

constexpr std::uint64_t max_tail_bytes = 32u << 20;

}  // namespace context_rot::transcript
