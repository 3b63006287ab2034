#pragma once
// What a fork does to the entries of a conversation.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "findings/finding.h"
#include "transcript/entry.h"

namespace context_rot::fork {

/// One block of an entry: gets another text, or goes.
struct BlockChange {
  std::size_t block = 0;            ///< index into Entry::blocks
  std::optional<std::string> text;  ///< UTF-8; nothing: the block goes
};

/// What happens to one entry, and why.
struct Edit {
  std::size_t entry = 0;             ///< index into the conversation
  std::vector<BlockChange> changes;  ///< by block, rising; each block once
  /// The finding that asks for it; nothing: only the limit on tokens does.
  std::optional<std::size_t> finding;
  std::int64_t before = 0;  ///< tokens of the entry in the window
  std::int64_t after = 0;   ///< tokens of what is left of it; of a note it may be more than before

  /// Tokens the window has less; below 0 where a note is longer than what it stands for.
  std::int64_t saved() const { return before - after; }
};

/// The entry as it will be. A block that gets a text and is no tool_result becomes a text block.
transcript::Entry changed(transcript::Entry entry, const std::vector<BlockChange>& changes);

/// Tokens of the entry after the changes: its tokens now, scaled by what the blocks are estimated
/// to weigh before and after. `now` as attributed to the whole entry.
std::int64_t tokens_after(const transcript::Entry& entry, const std::vector<BlockChange>& changes,
                          std::int64_t now);

}  // namespace context_rot::fork
