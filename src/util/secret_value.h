#pragma once
// Secrets that are known by the name they are given to: `password=...`, "api_key": "...",
// `Authorization: Bearer ...`, scheme://user:...@host. Product-free.

#include <optional>

#include "util/secret.h"

namespace context_rot {

/// The secret behind the sign at byte `at` ('=', ':', '>', or the space behind a command line
/// option), if the name in front of it is one of a secret and what follows is a value rather
/// than a placeholder, a reference to a variable, a word of prose or code. Covers shell, JSON
/// (also escaped inside JSON), YAML, INI, XML, HTTP headers, connection strings, URL queries.
/// Looks back at most 64 bytes and not before `from`; looks at the value once.
std::optional<Secret> secret_value_at(std::string_view text, std::size_t at, std::size_t from);

/// The password of the URL whose "://" stands at byte `at`.
std::optional<Secret> secret_in_url_at(std::string_view text, std::size_t at);

}  // namespace context_rot
