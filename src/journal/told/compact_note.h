#pragma once
// What a model is told right after a compaction.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "journal/model/section.h"

namespace context_rot::journal {

/// Longest note, in bytes.
constexpr std::size_t max_compact_note_bytes = 1500;

/// The corrections in effect and the files that are gone, as quoted data, the newest first; empty
/// where there are neither. At most max_compact_note_bytes.
std::string compact_note(const Section& section, const std::vector<std::string>& gone);

}  // namespace context_rot::journal
