#pragma once
// A correction at the moment in which it is typed: what the ledger and the model get.

#include <optional>
#include <string>
#include <string_view>

#include "correction/detector.h"
#include "ledger/ledger.h"
#include "transcript/conversation.h"

namespace context_rot::ledger {

/// The text of the last answer of the main chain that has any; nothing before the first answer.
/// Points into `conversation`, which must have been read with Detail::content.
std::optional<std::string_view> last_answer(const transcript::Conversation& conversation);

/// Longest note for the model, in bytes.
constexpr std::size_t max_model_note_bytes = 210;

/// What the model is told with a prompt that surely rejects: what the user says is right, then what
/// was wrong, as quoted data (util/as_data.h), each cut between words. At most
/// max_model_note_bytes, without secrets.
std::string model_note(const correction::Verdict& verdict);

/// What it is asked with a doubtful one. It answers with the line that correction/reply.h reads, or
/// with nothing: a person never sees that there was a question about something else.
constexpr std::string_view grey_question =
    "If this message says the last answer was wrong or fails, open with a line [Correction: WRONG "
    "-> RIGHT]; if not, ignore this note.";
static_assert(grey_question.size() <= 140);

/// The ledger's entry for a verdict on a prompt of `session` at `time`; without secrets. The id is
/// made of both. Text and previous answer are left empty.
LedgerEntry entry_of(const correction::Verdict& verdict, std::string_view session,
                     Milliseconds time);

}  // namespace context_rot::ledger
