#pragma once
// One live line of a transcript, parsed whole into an entry.

#include <optional>
#include <string_view>

#include "transcript/entry.h"
#include "util/json_text.h"

namespace context_rot::transcript {

enum class Detail {
  headers,  ///< kinds, times, usage, models: enough for the meter
  content,  ///< the blocks too
};

/// Whether a row of `usage.iterations` with this `type` is a request of the model itself, and not
/// of a helper (advisor, compaction).
bool is_own_iteration(std::string_view type);

/// The entry that a user, assistant, system or attachment line is; with one SourceLine.
/// Nothing for a line of another kind. A member of an unexpected type reads as absent.
std::optional<Entry> read_entry(const JsonText& line, ByteRange range, Detail detail);

}  // namespace context_rot::transcript
