#include "util/plain_text.h"

#include <algorithm>

#include "util/utf8.h"

namespace context_rot {

namespace {

/// The length of the terminal escape sequence that begins with the ESC at the front of `text`.
std::size_t escape_length(std::string_view text) {
  if (text.size() < 2) return 1;
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (text[1] == '[') {  // CSI: parameters, then one final byte
    std::size_t i = 2;
    while (i < text.size() && byte(i) >= 0x20 && byte(i) < 0x40) ++i;
    return i < text.size() && byte(i) < 0x7F ? i + 1 : i;
  }
  if (text[1] == ']' || text[1] == 'P' || text[1] == '_' || text[1] == '^') {
    // A string, ended by BEL or ESC \. One that never ends is no string: only its opening goes.
    const std::size_t limit = std::min<std::size_t>(text.size(), 2048);
    for (std::size_t i = 2; i < limit; ++i) {
      if (text[i] == '\a') return i + 1;
      if (text[i] == '\x1b' && i + 1 < limit && text[i + 1] == '\\') return i + 2;
    }
  }
  return 2;
}

std::uint32_t code_point(std::string_view bytes) {
  const auto first = static_cast<unsigned char>(bytes[0]);
  std::uint32_t value = bytes.size() == 1   ? first
                        : bytes.size() == 2 ? first & 0x1Fu
                        : bytes.size() == 3 ? first & 0x0Fu
                                            : first & 0x07u;
  for (const char byte : bytes.substr(1))
    value = value << 6 | (static_cast<unsigned char>(byte) & 0x3Fu);
  return value;
}

bool is_invisible(std::uint32_t c) {
  return c == 0xAD || c == 0x200B || c == 0x200E || c == 0x200F || (c >= 0x202A && c <= 0x202E) ||
         (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xE0000 && c <= 0xE0FFF);
}

}  // namespace

bool take_plain(std::string_view& text, PlainCharacter& out) {
  while (!text.empty()) {
    if (text[0] == '\x1b') {
      text.remove_prefix(escape_length(text));
      continue;
    }
    const std::size_t length = well_formed_length(text);
    out.bytes = text.substr(0, std::max<std::size_t>(length, 1));
    text.remove_prefix(out.bytes.size());
    if (length == 0) {
      out = {0xFFFD, "\uFFFD"};
      return true;
    }
    out.code = code_point(out.bytes);
    if (!is_invisible(out.code)) return true;
  }
  return false;
}

std::string plain_text(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  PlainCharacter character;
  bool after_return = false;
  while (take_plain(text, character)) {
    const std::uint32_t c = character.code;
    const bool feed = c == '\n' && after_return;
    after_return = c == '\r';
    if (feed) continue;
    if (c == '\n' || c == '\r' || c == 0x85 || c == 0x2028 || c == 0x2029) {
      out += '\n';
    } else if (c < 0x20 || (c >= 0x7F && c < 0xA0)) {
      out += ' ';
    } else {
      out += character.bytes;
    }
  }
  return out;
}

}  // namespace context_rot
