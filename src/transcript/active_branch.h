#pragma once
// From all lines of a transcript to those that the model will see next, in order.

#include <cstdint>
#include <vector>

#include "transcript/row_index.h"

namespace context_rot::transcript {

/// A line that the model will see.
struct LiveRow {
  std::uint32_t row = 0;   ///< index in RowIndex::rows
  bool preserved = false;  ///< stood before the boundary and was kept by it
};

/// What the model will see, and whether that is all of it.
struct ActiveBranch {
  std::vector<LiveRow> rows;  ///< in the order in which the model gets them
  /// True where the branch begins in what was read: at its first line or at a compact
  /// boundary, whose preserved messages were read, too. False where its beginning lies before the
  /// part of the file that was indexed.
  bool complete = false;
  /// False where it cannot be told which line the conversation ends at, because the line
  /// that the client remembers lies before the part that was indexed.
  bool leaf_known = true;
};

/// Follows the client's own rules (2.1.332, each established by resuming crafted files):
/// the leaf is the line of the newest `last-prompt`, unless the last line of the file
/// descends from it; from the leaf up by parentUuid to a root or a compact boundary; a
/// parent that is missing is bridged to the newest line at most 5 seconds older; parallel
/// tool calls are regrouped by message.id and sourceToolAssistantUUID, with the attachments
/// under their results and those beside them that stand before them in the file; preserved
/// messages stand at their anchor, all or none of them; attachments and system lines behind the
/// last message come along. Never fails: cycles end, an empty index gives an empty branch. Linear
/// in the rows, except that bridging a missing parent looks back over the lines of those 5 seconds.
ActiveBranch active_branch(const RowIndex& index);

}  // namespace context_rot::transcript
