#pragma once
// Where in a text a secret stands. Product-free.

#include <cstddef>
#include <string_view>

namespace context_rot {

/// A secret that was found, without its text.
struct Secret {
  std::size_t begin = 0;  ///< bytes in the text
  std::size_t end = 0;    ///< one past its last byte
  std::string_view kind;  ///< "GitHub token": what to call it; a literal
};

/// What a redacted text has in the place of a secret begins with this.
constexpr std::string_view redaction_opening = "[redacted: ";

}  // namespace context_rot
