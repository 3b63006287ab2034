#include "util/columns.h"

#include <algorithm>

namespace context_rot {

namespace {

std::string blanks_to(const std::string& text, std::size_t width) {
  const auto characters =
      static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
      }));
  return std::string(characters < width ? width - characters : 0, ' ');
}

}  // namespace

std::string left_aligned(std::string text, std::size_t width) {
  return text += blanks_to(text, width);
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return blanks_to(text, width) + text;
}

}  // namespace context_rot
