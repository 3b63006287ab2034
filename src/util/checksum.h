#pragma once
// Telling whether a file is still the one that was written. Product-free.

#include <string>
#include <string_view>

namespace context_rot {

/// The FNV-1a hash of 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/) as 16 hex digits.
/// Against accident and edits, not against malice.
std::string checksum(std::string_view bytes);

}  // namespace context_rot
