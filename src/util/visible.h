#pragma once
// Foreign text for a terminal. Product-free.

#include <string>
#include <string_view>

namespace context_rot {

/// The text as valid UTF-8 without control characters (C0, DEL, C1): each becomes U+FFFD, so
/// that nothing in it moves the cursor, colours the screen or starts a line of its own.
std::string visible(std::string_view text);

/// visible() between double quotes, cut with "..." behind 40 bytes: to name a wrong value.
std::string in_quotes(std::string_view text);

}  // namespace context_rot
