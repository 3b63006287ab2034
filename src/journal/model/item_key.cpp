#include "journal/model/item_key.h"

#include "util/ascii.h"

namespace context_rot::journal {

std::string key_of(std::string_view text) {
  constexpr std::string_view edges = " \t\r\n.,;:!";
  const std::size_t begin = text.find_first_not_of(edges);
  if (begin == std::string_view::npos) return {};
  text = text.substr(begin, text.find_last_not_of(edges) - begin + 1);
  std::string key;
  for (const char c : text) {
    const bool space = c == ' ' || c == '\t' || c == '\r' || c == '\n';
    if (!space) {
      key += ascii_lower(c);
    } else if (!key.empty() && key.back() != ' ') {
      key += ' ';
    }
  }
  return key;
}

std::string key_of(const Item& item) {
  return item.right.empty() ? key_of(item.text) : key_of(item.text) + "\n" + key_of(item.right);
}

}  // namespace context_rot::journal
