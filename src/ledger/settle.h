#pragma once
// What the answer made of a suspected correction.

#include <optional>
#include <string>
#include <string_view>

#include "ledger/ledger.h"
#include "transcript/conversation.h"

namespace context_rot::ledger {

/// The newest entry of a session if it is open. Points into `ledger`.
const LedgerEntry* open_entry(const Ledger& ledger, std::string_view session);

/// Whether `conversation`, read from its end, reaches back far enough to settle an entry: to
/// before it was written, or beyond the turn it could belong to.
bool reaches(const transcript::Conversation& conversation, const LedgerEntry& entry);

/// The event by which the answer to the entry's prompt settles it: by the model's own line in any
/// text of that turn, before or between tool calls; else by an acknowledgement that opens the
/// turn's first text; else, where the model was asked and its turn has ended with words, by its
/// silence; else by what its first words make of prompt and answer before, read as one
/// (correction::Mode::after), where that surely is a rejection. Nothing where none of that is so,
/// or another prompt came first. A
/// message typed while the turn ran does not end it. `last_message` is the end of the answer as the
/// client tells it, and counts where the transcript does not have it yet (clients up to 2.1.150
/// write it a moment later). Needs Detail::content. Without secrets.
std::optional<std::string> settling_event(const LedgerEntry& entry,
                                          const transcript::Conversation& conversation,
                                          std::string_view last_message, Milliseconds time,
                                          const correction::Detector& detector,
                                          const correction::Lexicon& lexicon);

}  // namespace context_rot::ledger
