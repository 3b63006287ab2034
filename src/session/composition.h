#pragma once
// What fills the window.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "session/session_view.h"

namespace context_rot::session {

enum class Part : std::uint8_t {
  overhead,     ///< system prompt, tools, and what no entry explains
  prompts,      ///< typed by the person
  answers,      ///< of the model: text, thinking, tool calls
  tool_output,  ///< by tool
  client,       ///< attachments, reminders, commands
  summary,      ///< of a compaction
};
/// "overhead", "prompts", "answers", "tool_output", "client", "summary".
std::string_view name_of(Part part);

/// How much of the window one part takes.
struct Share {
  Part part = Part::overhead;
  std::string tool;  ///< tool_output: its name, "mcp__x__y" as it is; else empty
  std::int64_t tokens = 0;
};

/// What an entry adds to a part.
struct EntryShare {
  std::size_t entry = 0;
  Part part = Part::overhead;
  std::string_view tool;  ///< tool_output: its name as the call has it; else empty
  std::int64_t tokens = 0;
};

/// Every entry's tokens by part, in the order of the entries; a results entry with several tools
/// is shared out by the length of the results. Overhead is no entry's. Views point into the
/// conversation. Linear.
std::vector<EntryShare> shares_by_entry(const SessionView& view);

/// The parts with any tokens, the largest first: the overhead and the sums of shares_by_entry().
/// They sum to Attribution::total(). Linear.
std::vector<Share> composition_of(const SessionView& view);

}  // namespace context_rot::session
