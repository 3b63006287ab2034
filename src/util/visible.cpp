#include "util/visible.h"

#include "util/utf8.h"

namespace context_rot {

std::string visible(std::string_view text) {
  const std::string valid = repair_utf8(text);
  std::string out;
  out.reserve(valid.size());
  for (std::size_t i = 0; i < valid.size(); ++i) {
    const auto byte = static_cast<unsigned char>(valid[i]);
    const bool is_c1 = byte == 0xC2 && static_cast<unsigned char>(valid[i + 1]) < 0xA0;
    if (byte < 0x20 || byte == 0x7F || is_c1) {
      out += "\uFFFD";
      if (is_c1) ++i;
    } else {
      out += valid[i];
    }
  }
  return out;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t most = 40;
  return "\"" + visible(cut_utf8(text, most)) + (text.size() > most ? "..." : "") + "\"";
}

}  // namespace context_rot
