#pragma once
// TextMessage arrays of agent loops as lists of texts.

#include <string_view>
#include <vector>

#include "curate/messages/article.h"
#include "util/result.h"

namespace context_rot::curate {

/// Reads a JSON array of messages, or an object with a member `messages`: each an object with
/// `role` and `content`, a text or a list of blocks. The text of a message is that of its text
/// blocks and results, joined by line feeds; other blocks count for nothing. Fails with a reason
/// that names the message where it is something else. Invalid UTF-8 is repaired.
Result<std::vector<TextMessage>> read_messages(std::string_view json);

}  // namespace context_rot::curate
