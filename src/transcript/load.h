#pragma once
// The step that both ways of reading a session share: from an index to the conversation.

#include <functional>

#include "transcript/active_branch.h"
#include "transcript/conversation.h"
#include "util/file.h"

namespace context_rot::transcript {

/// Parses the line of one row. Nothing where it is broken or no line of a conversation; fails where
/// the file cannot be read.
Result<std::optional<Entry>> read_row_entry(const ReadFile& file, const Row& row, Detail detail);

/// Reads the entry of a row, as read_row_entry() does.
using EntryReader = std::function<Result<std::optional<Entry>>(const Row& row)>;

/// Makes a conversation of the live lines of `branch`, the active branch of `index`, each read by
/// `read`; `file` is where they stand. Fails where the file cannot be read. A line that has changed
/// since it was indexed and is no line of a conversation now is left out and counted as bad.
Result<Conversation> load(const ReadFile& file, const RowIndex& index, const ActiveBranch& branch,
                          const EntryReader& read);

/// The same, each line parsed from the file.
Result<Conversation> load(const ReadFile& file, const RowIndex& index, const ActiveBranch& branch,
                          Detail detail);

}  // namespace context_rot::transcript
