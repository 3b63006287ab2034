#pragma once
// Hashes by which the compiled-in tables are searched, and the search itself.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "util/checksum.h"

namespace context_rot::correction {

/// Spreads the bits (the finaliser of SplitMix64); never 0, which marks an empty slot.
constexpr std::uint64_t spread(std::uint64_t hash) {
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9ull;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebull;
  hash ^= hash >> 31;
  return hash == 0 ? 1 : hash;
}

/// The key of a feature's name in the table of weights.
constexpr std::uint64_t name_key(std::string_view name) {
  return spread(fnv(name));
}

/// Open addressing over rows with a member `key`: a slot holds the row's number plus one.
/// `slots` is a power of two and has at least one empty slot.
template <typename Row>
const Row* find_row(std::span<const std::uint16_t> slots, std::span<const Row> rows,
                    std::uint64_t key) {
  const std::size_t mask = slots.size() - 1;
  for (std::size_t at = key & mask; slots[at] != 0; at = (at + 1) & mask) {
    const Row& row = rows[slots[at] - 1u];
    if (row.key == key) return &row;
  }
  return nullptr;
}

}  // namespace context_rot::correction
