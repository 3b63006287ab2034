#include "fork/complete_turn.h"

#include <algorithm>

#include "transcript/turn.h"

namespace context_rot::fork {

using transcript::Entry;
using transcript::EntryKind;

namespace {

/// Whether the turn goes on behind such an entry; nothing is known from attachments and the like.
enum class Standing { ended, goes_on, unknown };

Standing standing_of(const Entry& entry) {
  switch (entry.kind) {
    case EntryKind::assistant:
      return transcript::calls_tool(entry) ? Standing::goes_on : Standing::ended;
    case EntryKind::prompt:
    case EntryKind::skill_call:
    case EntryKind::task_notification:
    case EntryKind::tool_result:
      return Standing::goes_on;
    case EntryKind::interrupt:
    case EntryKind::summary:
    case EntryKind::boundary:
    case EntryKind::local_command:
      return Standing::ended;
    default:
      return Standing::unknown;
  }
}

}  // namespace

std::size_t entries_of_complete_turns(const transcript::Conversation& conversation) {
  const auto& entries = conversation.entries;
  const auto last = std::find_if(entries.rbegin(), entries.rend(), [](const Entry& entry) {
    return standing_of(entry) != Standing::unknown;
  });
  if (last == entries.rend() || standing_of(*last) == Standing::ended) return entries.size();
  return transcript::turns_of(conversation).back().prompt;
}

}  // namespace context_rot::fork
