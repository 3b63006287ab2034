#include "util/escape_codes.h"

namespace context_rot {

namespace {

/// What a text leaves open.
struct Open {
  bool style = false;
  bool link = false;
};

Open left_open(std::string_view text) {
  constexpr std::string_view style = "\x1b[";
  constexpr std::string_view link = "\x1b]8;";
  Open out;
  for (std::size_t at = text.find('\x1b'); at != std::string_view::npos;
       at = text.find('\x1b', at + 1)) {
    const std::string_view rest = text.substr(at);
    if (rest.starts_with(style)) {
      const std::size_t end = rest.find_first_not_of("0123456789;:", style.size());
      if (end == std::string_view::npos || rest[end] != 'm') continue;
      const std::string_view codes = rest.substr(style.size(), end - style.size());
      out.style = codes.find_first_not_of("0;") != std::string_view::npos;
    } else if (rest.starts_with(link)) {
      // ESC ] 8 ; parameters ; address, and BEL or ESC \: without an address it closes.
      const std::size_t address = rest.find(';', link.size());
      out.link = address != std::string_view::npos && address + 1 < rest.size() &&
                 rest[address + 1] != '\x1b' && rest[address + 1] != '\a';
    }
  }
  return out;
}

}  // namespace

std::string with_escapes_closed(std::string_view text) {
  const Open open = left_open(text);
  const bool feed = text.ends_with('\n');
  std::string out(text.substr(0, text.size() - (feed ? 1 : 0)));
  if (open.style) out += "\x1b[0m";
  if (open.link) out += "\x1b]8;;\x1b\\";
  if (feed) out += '\n';
  return out;
}

}  // namespace context_rot
