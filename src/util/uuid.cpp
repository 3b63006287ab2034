#include "util/uuid.h"

#include <array>
#include <random>

namespace context_rot {

std::string random_uuid() {
  std::random_device source;
  std::array<unsigned char, 16> bytes{};
  for (std::size_t i = 0; i < bytes.size(); i += 4) {
    const unsigned int word = source();
    for (std::size_t k = 0; k < 4; ++k) {
      bytes[i + k] = static_cast<unsigned char>(word >> (8 * k) & 0xFF);
    }
  }
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0F) | 0x40);  // version 4
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3F) | 0x80);  // variant of the RFC
  constexpr char digits[] = "0123456789abcdef";
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) out += '-';
    out += digits[bytes[i] >> 4];
    out += digits[bytes[i] & 0x0F];
  }
  return out;
}

}  // namespace context_rot
