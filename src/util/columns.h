#pragma once
// Text in columns of a terminal. Product-free.

#include <cstddef>
#include <string>

namespace context_rot {

/// The text with blanks behind it to `width` characters (code points); a longer one as it is.
/// UTF-8.
std::string left_aligned(std::string text, std::size_t width);

/// The same with the blanks in front.
std::string right_aligned(const std::string& text, std::size_t width);

}  // namespace context_rot
