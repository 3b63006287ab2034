#include "util/as_data.h"

#include "util/plain_text.h"
#include "util/utf8.h"

namespace context_rot {

namespace {

constexpr std::string_view ellipsis = "\u2026";

bool is_blank_point(std::uint32_t c) {
  return c <= 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0x2028 || c == 0x2029;
}

/// Whether a `<` before `rest` opens something, once what is invisible is gone.
bool opens_tag(std::string_view rest) {
  PlainCharacter next;
  if (!take_plain(rest, next)) return false;
  const std::uint32_t c = next.code;
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '/' || c == '!' || c == '?';
}

}  // namespace

std::string as_data(std::string_view text, std::size_t max_bytes) {
  std::string out;
  bool space = false;
  PlainCharacter character;
  while (take_plain(text, character)) {
    if (is_blank_point(character.code)) {
      space = !out.empty();
      continue;
    }
    if (space) out += ' ';
    space = false;
    if (character.code == '"') {
      out += '\'';
    } else if (character.code == '<' && opens_tag(text)) {
      out += "\u2039";
    } else {
      out += character.bytes;
    }
    if (out.size() > max_bytes) {
      const std::size_t room = max_bytes > ellipsis.size() ? max_bytes - ellipsis.size() : 0;
      out.resize(cut_utf8(out, room).size());
      while (out.ends_with(' ')) out.pop_back();
      return max_bytes < ellipsis.size() ? std::string() : out + std::string(ellipsis);
    }
  }
  return out;
}

std::string without_tags(std::string_view text) {
  const std::string plain = plain_text(text);
  std::string out;
  for (std::size_t i = 0; i < plain.size(); ++i) {
    if (plain[i] == '<' && opens_tag(std::string_view(plain).substr(i + 1))) {
      out += "\u2039";
    } else {
      out += plain[i];
    }
  }
  return out;
}

}  // namespace context_rot
