#pragma once
// A first look at whether a word can be in a list.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace context_rot::correction {

/// Knows which lengths the words of a list have by their first byte, and so turns most other words
/// away without a search.
class WordMask {
 public:
  /// `list` holds words or what `word_of` makes words of; none of them empty.
  template <typename List, typename WordOf>
  constexpr WordMask(const List& list, WordOf word_of) {
    for (const auto& item : list) {
      const std::string_view word = word_of(item);
      lengths_[first(word)] |= length_bit(word);
    }
  }

  /// False only for words that are not in the list.
  constexpr bool may_hold(std::string_view word) const {
    return !word.empty() && (lengths_[first(word)] & length_bit(word)) != 0;
  }

 private:
  static constexpr std::size_t first(std::string_view word) {
    return static_cast<unsigned char>(word[0]);
  }
  static constexpr std::uint32_t length_bit(std::string_view word) {
    return std::uint32_t{1} << (word.size() < 31 ? word.size() : 31);
  }
  std::array<std::uint32_t, 256> lengths_{};
};

}  // namespace context_rot::correction
