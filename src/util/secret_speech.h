#pragma once
// Passwords that are told in a sentence: "the database password is ...", "contraseña: ...".
// Product-free.

#include <optional>

#include "util/secret.h"

namespace context_rot {

/// The secret that the words beginning at byte `at` tell, where the caller knows that a word begins
/// there: a word for a password (English, Spanish, Catalan, German, French, Portuguese), "is",
/// "es", "ist" and the like or a colon behind it, at most four words between, and a value that is
/// no plain word. "The password is wrong" tells none. Looks at no more than a fixed number of bytes
/// and at the value.
std::optional<Secret> told_secret_at(std::string_view text, std::size_t at);

}  // namespace context_rot
