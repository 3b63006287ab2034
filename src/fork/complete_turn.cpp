#include "fork/complete_turn.h"

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
  // The first entry behind the last end of a turn that makes it go on: a prompt, or a notification
  // that came when all was said.
  std::size_t running = entries.size();
  for (std::size_t i = entries.size(); i-- > 0;) {
    const Standing standing = standing_of(entries[i]);
    if (standing == Standing::ended) break;
    if (standing == Standing::goes_on) running = i;
  }
  return running;
}

}  // namespace context_rot::fork
