#pragma once
// Secrets that are known by their own form: "ghp_...", "AKIA...", "eyJ....eyJ...". Product-free.

#include <optional>

#include "util/secret.h"

namespace context_rot {

/// The token that begins at byte `at`, where the caller knows that a word begins. Looks at no
/// more than a fixed number of bytes to decide, and at the token itself. The forms are those
/// that their makers document for secret scanners; keys that are meant to be public
/// (publishable keys, account ids) are none. Bytes are ASCII in all of them.
std::optional<Secret> secret_token_at(std::string_view text, std::size_t at);

}  // namespace context_rot
