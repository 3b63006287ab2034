#pragma once
// Foreign text without what cannot be seen. Product-free.

#include <cstdint>
#include <string>
#include <string_view>

namespace context_rot {

/// One character of a text, as it may be repeated.
struct PlainCharacter {
  std::uint32_t code = 0;
  std::string_view bytes;  ///< into the text; U+FFFD for an ill-formed byte
};

/// Takes the first character off the front of `text` that is not part of a terminal escape
/// sequence and not invisible (soft hyphen, zero width, bidirectional override, tag, byte order
/// mark); false at the end. Control characters are handed out. Any bytes are accepted.
bool take_plain(std::string_view& text, PlainCharacter& out);

/// The text as valid UTF-8 without escape sequences and invisible characters. Every line break
/// (CR LF, CR, U+0085, U+2028, U+2029) is a line feed, every other control character a space.
/// Idempotent; linear.
std::string plain_text(std::string_view text);

}  // namespace context_rot
