#pragma once
// What the client tells its status line command.

#include <string>
#include <string_view>

#include "client/snapshot.h"
#include "util/result.h"

namespace context_rot::client {

/// One call of the status line, as far as it is understood.
struct StatusInput {
  std::string transcript_path;
  std::string project;  ///< workspace.project_dir, else cwd
  /// The client's numbers; `used` is absent before the first answer and right after a
  /// compaction, where the client says null or 0. `time` is not set.
  Snapshot numbers;
  /// Whether the client speaks of the window at all; one of 2.0.14 does not, so that numbers
  /// which are absent mean nothing.
  bool has_window = false;
};

/// Reads the JSON of a statusLine command's stdin. Fails on anything but an object; missing
/// members are empty.
Result<StatusInput> parse_status_input(std::string_view json);

}  // namespace context_rot::client
