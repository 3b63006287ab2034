#pragma once
// Taking secrets out of text before it is written or shown. Product-free.

#include <optional>
#include <string>
#include <string_view>

namespace context_rot {

/// A copy in which every secret that can be told as such is "[redacted: KIND]": tokens by their
/// form (secret_token.h), private keys (secret_block.h), values by the name they are given to,
/// passwords in URLs (secret_value.h). Everything else stays, byte for byte: hashes, UUIDs,
/// placeholders, references to variables, code, prose about passwords. Takes any bytes; UTF-8
/// that is well formed stays so, because only ASCII bounds a secret. Idempotent. Linear.
std::string redact(std::string_view text);

/// The same for a text that may be missing.
inline std::optional<std::string> redact_optional(const std::optional<std::string>& text) {
  return text ? std::optional(redact(*text)) : std::nullopt;
}

}  // namespace context_rot
