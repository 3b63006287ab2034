#pragma once
// What a new session is told of the one that was just cleared.

#include <cstddef>
#include <string>
#include <string_view>

#include "journal/model/section.h"

namespace context_rot::journal {

/// Longest digest, in bytes.
constexpr std::size_t max_digest_bytes = 4000;

/// The digest of a section, introduced as recorded notes with session and time, in words that
/// advise. `what_happened` completes "Session 8a352318 was ...": "cleared". Every note is quoted as
/// data, slash commands too; of each part the newest come first, and what does not fit is marked
/// "(truncated)". Empty where the section has nothing to say. At most max_digest_bytes, valid
/// UTF-8, without secrets.
std::string restored_digest(const Section& section, std::string_view what_happened);

}  // namespace context_rot::journal
