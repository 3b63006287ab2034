#pragma once
// Whether a word is in a list. Product-free.

#include <algorithm>
#include <iterator>
#include <string_view>

namespace context_rot {

/// Whether `word` is one of `words`, a range of texts. Linear in their number.
template <typename List>
constexpr bool is_one_of(std::string_view word, const List& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}

}  // namespace context_rot
