#pragma once
// What an attachment tells the model where its line does not hold the text as it was sent.

#include <string>
#include <vector>

#include "util/json_text.h"

namespace context_rot::transcript {

/// The texts that the client makes of the attachment of a line, one for each reminder: files,
/// changes from outside, to-do lists, diagnostics, selections, what hooks said. Clients before
/// 2.1.3xx wrote no `rendered`, so it is made anew each time. Empty for other types, for those of
/// which the model gets nothing, and for any line that is not as expected. UTF-8.
std::vector<std::string> attachment_texts(const JsonText& line);

}  // namespace context_rot::transcript
