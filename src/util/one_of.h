#pragma once
// Whether a word is in a list, or one of a list in a text. Product-free.

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <string_view>

namespace context_rot {

/// Whether `word` is one of `words`, a range of texts. Linear in their number.
template <typename List>
constexpr bool is_one_of(std::string_view word, const List& words) {
  return std::find(std::begin(words), std::end(words), word) != std::end(words);
}
constexpr bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return is_one_of<std::initializer_list<std::string_view>>(word, words);
}

/// Whether one of `parts`, a range of texts, stands anywhere in the text.
template <typename List>
constexpr bool contains_any(std::string_view text, const List& parts) {
  return std::any_of(std::begin(parts), std::end(parts), [&](std::string_view part) {
    return text.find(part) != std::string_view::npos;
  });
}
constexpr bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return contains_any<std::initializer_list<std::string_view>>(text, parts);
}

}  // namespace context_rot
