#pragma once
// The lists of files in a compaction summary.

#include <string>

#include "journal/model/section.h"

namespace context_rot::journal {

/// Takes the lists between the tags of `kind` (words.h) out of `text`, which keeps everything else,
/// and adds their paths to `own`: one a line, or on one line with spaces or commas between them and
/// quotes around those with spaces. A list that is not closed ends with its paragraph. Paths that
/// cannot be named (section.h) are left out. Linear.
void take_files(std::string& text, Kind kind, Section& own);

}  // namespace context_rot::journal
