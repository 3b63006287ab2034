#include "util/checksum.h"

namespace context_rot {

std::string checksum(std::string_view bytes) {
  std::uint64_t hash = fnv(bytes);
  std::string text(16, '0');
  for (auto digit = text.rbegin(); digit != text.rend(); ++digit, hash >>= 4) {
    *digit = "0123456789abcdef"[hash & 15u];
  }
  return text;
}

}  // namespace context_rot
