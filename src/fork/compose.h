#pragma once
// The lines of a fork, from those of its original and a plan.

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "fork/plan.h"
#include "transcript/conversation.h"
#include "transcript/session_lines.h"
#include "util/result.h"

namespace context_rot::fork {

/// A line: bytes of the original, or a text. Without its end of line.
using Piece = std::variant<ByteRange, std::string>;

/// What a fork is called and where it comes from.
struct ForkNames {
  std::string session;  ///< the new one
  std::string from;     ///< the original
  Milliseconds made = 0;
};

/// The file of a fork, line by line, and what became of the lines of its original.
struct Composition {
  std::vector<Piece> lines;  ///< of the whole file, the header first
  std::string title;         ///< as the client's picker shows it
  std::uint64_t bytes = 0;   ///< of the whole file, line feeds included
  std::size_t copied = 0;    ///< lines of the conversation that are as they were, byte for byte
  std::size_t edited = 0;
  std::size_t dropped = 0;
};

/// `conversation` was loaded from `lines` and may have been cut at its end; its entries are those
/// that the plan's edits speak of. The fork has the lines of the conversation in the order of the
/// file, and of the others ("mode", file snapshots, ...) those that stand behind its first line and
/// the last of each type before; not: copies of requests, costs, queues, titles, marks of the leaf.
/// Behind a dropped line its children hang under its parent. The usage of the last answer that
/// counts for the window has what was saved before it taken off, so that the client's own numbers
/// and its automatic compaction go by what is there. A `last-prompt` line marks the leaf, a
/// `custom-title` names the fork, and the first line says what it is (header.h). Session ids inside
/// the lines stay. Fails where the file cannot be read.
Result<Composition> compose(const transcript::SessionLines& lines,
                            const transcript::Conversation& conversation, const Plan& plan,
                            const ForkNames& names);

}  // namespace context_rot::fork
