#pragma once
// Case of ASCII letters, whatever the locale. Product-free.

#include <string>
#include <string_view>

namespace context_rot {

/// The small letter of a capital from A to Z; every other byte as it is.
constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// A copy with each byte by ascii_lower(): of the same length, well-formed UTF-8 stays so.
inline std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

}  // namespace context_rot
