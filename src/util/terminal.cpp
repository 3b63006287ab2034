#include "util/terminal.h"

#include <sys/ioctl.h>

#include <array>
#include <utility>

#include "util/ascii.h"
#include "util/number.h"
#include "util/utf8.h"

namespace context_rot {

bool speaks_utf8(const Environment& environment) {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const auto value = environment(name);
    if (!value) continue;
    const std::string lower = ascii_lower(*value);
    return lower.find("utf-8") != std::string::npos || lower.find("utf8") != std::string::npos;
  }
  return false;
}

std::size_t terminal_width(const Environment& environment, int descriptor) {
  if (const auto columns = environment("COLUMNS")) {
    const auto count = parse_count(*columns);
    if (count && *count > 0) return static_cast<std::size_t>(*count);
  }
  winsize size{};
  if (::ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  return 80;
}

std::string in_ascii(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 15> lookalikes{{
      {"█", "#"},
      {"▇", "#"},
      {"▆", "#"},
      {"▅", "#"},
      {"▄", "#"},
      {"▃", "_"},
      {"▂", "_"},
      {"▁", "_"},
      {"░", "."},
      {"▒", ":"},
      {"─", "-"},
      {"╌", "-"},
      {"·", "-"},
      {"→", "->"},
      {"…", "..."},
  }};
  std::string out;
  while (!text.empty()) {
    const std::size_t length = std::max<std::size_t>(well_formed_length(text), 1);
    const std::string_view one = text.substr(0, length);
    text.remove_prefix(length);
    if (static_cast<unsigned char>(one[0]) < 0x80) {
      out += one;
      continue;
    }
    std::string_view shown = "?";
    for (const auto& [from, to] : lookalikes) {
      if (one == from) shown = to;
    }
    out += shown;
  }
  return out;
}

}  // namespace context_rot
