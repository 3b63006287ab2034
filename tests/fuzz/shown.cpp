// Fuzzes what foreign text becomes before it is shown or repeated: nothing in it reaches a
// terminal, a page or a model as anything but text.

#include <cstdint>
#include <string>

#include "require.h"
#include "util/as_data.h"
#include "util/html_text.h"
#include "util/plain_text.h"
#include "util/utf8.h"
#include "util/visible.h"

using namespace context_rot;

namespace {

bool has_control(std::string_view text) {
  for (const char c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) return true;
  }
  return false;
}

void check_utf8(const std::string& text) {
  require(repair_utf8(text) == text);
}

}  // namespace

void test_input(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of_input(data, size);
  const std::string seen = visible(text);
  check_utf8(seen);
  require(!has_control(seen) && visible(seen) == seen);

  const std::string page = html_text(text);
  check_utf8(page);
  require(!has_control(page) && page.find_first_of("<>\"'") == std::string::npos);

  const std::string plain = plain_text(text);
  check_utf8(plain);
  require(plain_text(plain) == plain && plain.find('\x1B') == std::string::npos);

  const std::string quoted = as_data(text, 200);
  check_utf8(quoted);
  require(quoted.size() <= 200 && !has_control(quoted) && quoted.find('"') == std::string::npos);
  require(without_tags(without_tags(text)) == without_tags(text));
}
