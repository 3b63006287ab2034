#pragma once
// Foreign text that is repeated to a language model: as data, on one line. Product-free.

#include <cstddef>
#include <string>
#include <string_view>

namespace context_rot {

/// The text on one line of valid UTF-8, fit to stand inside double quotes in a text for a model:
/// terminal escape sequences, control characters and invisible characters (bidirectional
/// overrides, zero width, tags) are gone, white space is one space and none at the ends, `"`
/// becomes `'`, and the `<` of a tag or comment becomes U+2039, so that "<system-reminder>" opens
/// nothing. At most `max_bytes` bytes, a longer text cut at a code point and ended by U+2026.
/// Any bytes are accepted; linear in the part that is kept.
std::string as_data(std::string_view text, std::size_t max_bytes);

/// plain_text() in which no `<` opens a tag or comment: it becomes U+2039. For a text of our own
/// with quotations in it, whose quotation marks and line feeds are to stay. Idempotent; linear.
std::string without_tags(std::string_view text);

}  // namespace context_rot
