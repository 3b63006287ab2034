#include "util/json_text.h"

#include <doctest/doctest.h>

using namespace context_rot;

namespace {

/// Whether a JSON string with these bytes between its quotes is accepted.
bool accepts(const std::string& inside) {
  return static_cast<bool>(JsonText::parse("\"" + inside + "\""));
}

}  // namespace

TEST_CASE("every byte of a string is looked at, wherever it stands") {
  // The reader takes eight bytes at a time: each special byte at each place of a word.
  for (std::size_t place = 0; place < 20; ++place) {
    CAPTURE(place);
    const std::string before(place, 'x');
    for (std::size_t behind = 0; behind < 10; ++behind) {
      const std::string after(behind, 'y');
      for (int byte = 0; byte < 256; ++byte) {
        CAPTURE(byte);
        const std::string text = before + static_cast<char>(byte) + after;
        const bool plain = byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
        if (byte != '\\') CHECK(accepts(text) == plain);
      }
      CHECK(accepts(before + "\\n" + after));
      CHECK(accepts(before + "\\u00e9" + after));
      CHECK(accepts(before + "\u20ac" + after));
      CHECK_FALSE(accepts(before + "\\x" + after));
    }
  }
}

TEST_CASE("escapes are resolved") {
  CHECK(json_unescaped("plain") == "plain");
  CHECK(json_unescaped(R"(\"\\\/\b\f\n\r\t)") == "\"\\/\b\f\n\r\t");
  CHECK(json_unescaped(R"(\u0041\u00e9\u20ac\ud83d\ude00)") == "A\u00e9\u20ac\U0001F600");
  CHECK(json_unescaped(R"(\ud83d!)") == "\uFFFD!");
  CHECK(json_unescaped(R"(\ude00\ud83d)") == "\uFFFD\uFFFD");
  CHECK(json_unescaped(R"(\ud83d\u0041)") == "\uFFFDA");
  CHECK(json_unescaped(R"(a\)") == "a");
  CHECK(json_unescaped(R"(\u12)") == "\uFFFD12");
  using namespace std::string_literals;
  CHECK(json_unescaped(R"(a\u0000b)") == "a\0b"s);
}
