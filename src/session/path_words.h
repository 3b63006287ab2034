#pragma once
// Words of a text that may be paths.

#include <array>
#include <cstddef>
#include <string_view>

#include "util/ascii.h"

namespace context_rot::session {

namespace detail {

constexpr std::array<bool, 256> path_bytes = [] {
  std::array<bool, 256> out{};
  for (std::size_t i = 0; i < out.size(); ++i) {
    const char c = static_cast<char>(i);
    out[i] = is_word_byte(c) || c == '-' || c == '.' || c == '/' || c == '@';
  }
  return out;
}();

}  // namespace detail

/// Whether a path may have the byte in it without quotes: ASCII letters and digits, "_", "-", ".",
/// "/", "@", all of non-ASCII.
inline bool is_path_byte(char c) {
  return detail::path_bytes[static_cast<unsigned char>(c)];
}

/// Calls `each(word, where)` for every run of such bytes, without "./" in front and full stops
/// behind. Views point into `text`. Linear.
template <typename Each>
void for_each_path(std::string_view text, Each&& each) {
  for (std::size_t i = 0; i < text.size();) {
    if (!is_path_byte(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    while (i < text.size() && is_path_byte(text[i])) ++i;
    std::string_view word = text.substr(begin, i - begin);
    while (!word.empty() && word.back() == '.') word.remove_suffix(1);
    if (word.starts_with("./")) word.remove_prefix(2);
    if (!word.empty()) each(word, begin);
  }
}

}  // namespace context_rot::session
