#pragma once
// One live line of a transcript, parsed whole into an entry.

#include <optional>

#include "transcript/entry.h"
#include "util/json_text.h"

namespace context_rot::transcript {

enum class Detail {
  headers,  ///< kinds, times, usage, models: enough for the meter
  content,  ///< the blocks too
};

/// The entry that a user, assistant, system or attachment line is; with one SourceLine.
/// Nothing for a line of another kind. A member of an unexpected type reads as absent.
std::optional<Entry> read_entry(const JsonText& line, ByteRange range, Detail detail);

}  // namespace context_rot::transcript
