#pragma once
// The weights as they are compiled in: written by cmake/embed_weights.cpp from weights.txt.

#include <cstdint>
#include <span>
#include <string_view>

#include "correction/hash.h"
#include "correction/weights_file.h"

namespace context_rot::correction {

/// One feature with its weights.
struct WeightRow {
  std::uint64_t key;  ///< name_key() of the feature
  FeatureWeights weights;
};

/// The compiled-in weights.
struct WeightsTable {
  std::span<const std::uint16_t> slots;
  std::span<const WeightRow> rows;
  std::array<ModeParameters, 2> modes;
};
extern const WeightsTable weights_table;

/// The hash slots for rows with these keys: a power of two, at most half of it used.
template <typename Rows>
std::vector<std::uint16_t> make_slots(const Rows& rows) {
  std::size_t size = 2;
  while (size < 2 * rows.size() + 1) size *= 2;
  std::vector<std::uint16_t> slots(size, 0);
  std::uint16_t number = 0;
  for (const auto& row : rows) {
    std::size_t at = row.key & (size - 1);
    while (slots[at] != 0) at = (at + 1) & (size - 1);
    slots[at] = ++number;
  }
  return slots;
}

}  // namespace context_rot::correction
