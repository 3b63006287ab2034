#pragma once
// A Read that shows what an earlier one in the same conversation shows already.

#include <optional>
#include <string>
#include <string_view>

#include "live/tool_output.h"
#include "transcript/conversation.h"

namespace context_rot::live {

/// The text of a Read's result as the client gives it to the model: each line behind its number
/// and a tab, joined by "\n".
std::string numbered(std::string_view content, std::int64_t first_number);

/// An earlier Read of the same file and the same lines.
struct EarlierRead {
  Milliseconds time = 0;     ///< of its result; 0: not known
  std::size_t messages = 0;  ///< answers of the model since then
};

/// Whether the part of the conversation has a Read with the input of `output`, `id` aside: from
/// there on find_repeated_read() needs no more of it.
bool has_earlier_read(const transcript::Conversation& conversation, const ToolOutput& output,
                      std::string_view id);

/// The newest Read with the same path, offset and limit whose result stands in the conversation
/// with exactly the text that the call `id` has now. Nothing where that Read was itself answered
/// with something else (a note, a shortened text, other content), where the file was written in
/// between, or where the client may have cleared results since. Needs a conversation read with
/// Detail::content; `output` is a Read of known shape.
std::optional<EarlierRead> find_repeated_read(const transcript::Conversation& conversation,
                                              const ToolOutput& output, std::string_view id);

/// What stands for the text then, one line of at most 300 bytes. transcript::is_unchanged_stub()
/// holds for it.
std::string unchanged_note(const EarlierRead& earlier);

}  // namespace context_rot::live
