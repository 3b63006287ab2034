#include "util/checksum.h"

#include <cstdint>

namespace context_rot {

std::string checksum(std::string_view bytes) {
  constexpr std::uint64_t offset_basis = 0xcbf29ce484222325u;
  constexpr std::uint64_t prime = 0x100000001b3u;
  std::uint64_t hash = offset_basis;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * prime;
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, hash >>= 4) {
    *digit = "0123456789abcdef"[hash & 15u];
  }
  return text;
}

}  // namespace context_rot
