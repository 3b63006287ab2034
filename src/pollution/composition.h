#pragma once
// What fills the window.

#include <cstdint>
#include <string>
#include <vector>

#include "pollution/session_view.h"

namespace context_rot::pollution {

enum class Part : std::uint8_t {
  overhead,     ///< system prompt, tools, and what no entry explains
  prompts,      ///< typed by the person
  answers,      ///< of the model: text, thinking, tool calls
  tool_output,  ///< by tool
  client,       ///< attachments, reminders, commands
  summary,      ///< of a compaction
};
std::string_view name_of(Part part);

struct Share {
  Part part = Part::overhead;
  std::string tool;  ///< tool_output: its name, "mcp__x__y" as it is; else empty
  std::int64_t tokens = 0;
};

/// The parts with any tokens, the largest first; a results entry with several tools is shared out
/// by the length of the results. They sum to Attribution::total(). Linear.
std::vector<Share> composition_of(const SessionView& view);

}  // namespace context_rot::pollution
