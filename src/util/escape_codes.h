#pragma once
// Escape codes of terminals in a text of another program. Product-free.

#include <string>
#include <string_view>

namespace context_rot {

/// The text with its colours reset and its hyperlink closed, where it leaves them open, so that
/// what is printed behind it looks as it should: "ESC[0m" and "ESC]8;;ESC\\" before the last line
/// feed. Text without escapes stays as it is. Any bytes; linear.
std::string with_escapes_closed(std::string_view text);

}  // namespace context_rot
