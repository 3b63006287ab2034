#pragma once
// Changing one line of a transcript and nothing else in it.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fork/edit.h"

namespace context_rot::fork {

/// Lines that a compact boundary kept behind its summary and keeps no longer.
struct Unkept {
  std::vector<std::string> uuids;
  std::string head;  ///< the first and the last one that it still keeps; empty where there is none
  std::string tail;
};

/// What is to be changed in a line. Blocks are counted from the line's first one.
struct LineEdit {
  std::vector<BlockChange> changes;   ///< rising
  std::optional<std::string> parent;  ///< the new parentUuid; "" for null
  std::int64_t tokens_less = 0;       ///< taken off the usage of an answer
  Unkept unkept = {};                 ///< taken out of a boundary's metadata

  /// Whether it leaves every line as it is.
  bool changes_nothing() const {
    return changes.empty() && !parent && tokens_less == 0 && unkept.uuids.empty();
  }
};

/// How many blocks of an entry a line has, counted as transcript::read_entry() does. 0 for what is
/// no line of a conversation.
std::size_t block_count(std::string_view line);

/// Carries out an edit; the rest stays as it was: key order, spacing, escapes. The text of a
/// tool_result replaces its whole content (images too) and that of an attachment its `rendered`;
/// other blocks become text blocks. Tokens are taken off cache_read_input_tokens, then
/// cache_creation_input_tokens, then input_tokens, of `usage` and of the last of its iterations;
/// none becomes negative. A boundary that keeps nothing any more loses both of the members that say
/// what it keeps. What an edit names and the line does not have is left. Nothing where the line is
/// no JSON object.
std::optional<std::string> edit_line(std::string_view line, const LineEdit& edit);

}  // namespace context_rot::fork
