#pragma once
// Hashes of texts, and telling whether a file is still the one that was written. Product-free.

#include <cstdint>
#include <string>
#include <string_view>

namespace context_rot {

/// The FNV-1a hash of 64 bits (http://www.isthe.com/chongo/tech/comp/fnv/), one byte at a time, so
/// that the hash of every beginning comes on the way.
constexpr std::uint64_t fnv_start = 0xcbf29ce484222325ull;
constexpr std::uint64_t fnv_step(std::uint64_t hash, char byte) {
  return (hash ^ static_cast<unsigned char>(byte)) * 0x100000001b3ull;
}
/// Of a whole text. Another start makes an independent hash.
constexpr std::uint64_t fnv(std::string_view text, std::uint64_t start = fnv_start) {
  for (const char byte : text) start = fnv_step(start, byte);
  return start;
}

/// That hash as 16 hex digits. Against accident and edits, not against malice.
std::string checksum(std::string_view bytes);

}  // namespace context_rot
