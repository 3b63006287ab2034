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

/// Thinking that goes. Both kinds count, and blocks whose text the API kept to itself too.
struct Thinking {
  std::size_t blocks = 0;
  std::int64_t tokens = 0;

  Thinking& operator+=(const Thinking& more) {
    blocks += more.blocks;
    tokens += more.tokens;
    return *this;
  }
};

/// What happens to one entry, and why.
struct Edit {
  std::size_t entry = 0;             ///< index into the conversation
  std::vector<BlockChange> changes;  ///< by block, rising; each block once
  /// The finding that asks for it; nothing: the limit on tokens does, or `only_thinking`.
  std::optional<std::size_t> finding;
  /// Nothing asks for it but a change before it, which its thinking does not outlive.
  bool only_thinking = false;
  Thinking thinking;        ///< of the entry's that goes; part of saved()
  std::int64_t before = 0;  ///< tokens of the entry in the window
  std::int64_t after = 0;   ///< tokens of what is left of it; of a note it may be more than before

  /// Tokens the window has less; below 0 where a note is longer than what it stands for.
  std::int64_t saved() const { return before - after; }
};

/// The entry as it will be. A block that gets a text and is no tool_result becomes a text block.
transcript::Entry changed(transcript::Entry entry, const std::vector<BlockChange>& changes);

/// Whether the changes take out every block of an entry or a line that has so many (not 0).
bool leaves_nothing(const std::vector<BlockChange>& changes, std::size_t blocks);

/// Whether a block is one of the two kinds of thinking.
bool is_thinking(const transcript::Block& block);

/// Tokens of the entry after the changes: its tokens now, scaled by what the blocks are estimated
/// to weigh before and after. `now` as attributed to the whole entry. Thinking without its text
/// weighs what the other blocks leave unexplained of the output that the API counted.
std::int64_t tokens_after(const transcript::Entry& entry, const std::vector<BlockChange>& changes,
                          std::int64_t now);

}  // namespace context_rot::fork
