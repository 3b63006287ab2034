#pragma once
// A whole transcript as lines: what is needed to write the session anew, line by line.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "transcript/active_branch.h"
#include "util/file.h"
#include "util/result.h"

namespace context_rot::transcript {

/// A well-formed line that is no part of a conversation: "mode", "file-history-snapshot", ...
struct OtherLine {
  ByteRange range;
  std::string type;
};

/// Owns the open file, so that its lines can be copied; positions in it stay valid as long as the
/// client only appends.
struct SessionLines {
  ReadFile file;
  RowIndex index;
  ActiveBranch branch;
  std::vector<OtherLine> others;  ///< in file order; without those that have no type
  /// The file was being written to: its last line is torn, or it grew while it was read.
  bool growing = false;
};

/// Reads a whole transcript. Only lines that were complete when it was opened are in it. Memory is
/// bounded by the index (about 150 bytes a line). Fails with "PATH: reason".
Result<SessionLines> read_session_lines(const std::filesystem::path& path);

/// The `type` of a line that is a JSON object; empty where it has none. Any bytes are accepted.
/// Quick for a line that begins with its type, as the client's own do.
std::string line_type(std::string_view line);

}  // namespace context_rot::transcript
