#include "util/excerpt.h"

#include "util/redact.h"
#include "util/utf8.h"
#include "util/visible.h"

namespace context_rot {

std::string excerpt(std::string_view text, std::size_t most) {
  constexpr std::string_view blanks = " \t\r\n\v\f";
  constexpr std::size_t window = 4096;
  text = cut_utf8(text, window);
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  text = text.substr(begin, text.find_first_of("\r\n", begin) - begin);
  std::string out;
  for (const char c : visible(redact(text))) {
    if (c == ' ' && (out.empty() || out.back() == ' ')) continue;
    out += c;
  }
  while (!out.empty() && out.back() == ' ') out.pop_back();
  if (out.size() <= most) return out;
  constexpr std::string_view more = "...";
  std::string_view cut = cut_utf8(out, most - more.size());
  const std::size_t blank = cut.rfind(' ');
  if (blank != std::string_view::npos && blank > cut.size() / 2) cut = cut.substr(0, blank);
  return std::string(cut) + std::string(more);
}

std::string shown_path(std::string_view path, std::string_view folder) {
  constexpr std::size_t longest = 120;
  if (!folder.empty() && path.size() > folder.size() + 1 && path.starts_with(folder) &&
      path[folder.size()] == '/') {
    path.remove_prefix(folder.size() + 1);
  }
  if (path.size() <= longest) return visible(redact(path));
  std::size_t from = path.size() - longest;
  while (from < path.size() && (static_cast<unsigned char>(path[from]) & 0xC0) == 0x80) ++from;
  return "..." + visible(redact(path.substr(from)));
}

}  // namespace context_rot
