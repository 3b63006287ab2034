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

TEST_CASE("what is wrong first is what is said") {
  const auto fault = [](const std::string& text) {
    const auto json = JsonText::parse(text);
    return json ? std::string("none") : json.error();
  };
  CHECK(fault("[\"\xFF\"]") == "1:3: a byte that is not UTF-8");
  CHECK(fault("[\"\xFF\",]") == "1:3: a byte that is not UTF-8");
  CHECK(fault("[,\"\xFF\"]").starts_with("1:2: "));
  CHECK(fault("[\xFF]").starts_with("1:2: a JSON value is missing"));
  CHECK(fault("\"\\\xC3\xA9\"") == "1:2: no such escape in a JSON string");
  CHECK(fault("\"a\\") == "1:4: the text ends inside a string");
  CHECK(fault("\"a\\u12") == "1:3: \\u takes four hex digits");
}

TEST_CASE("strings without an escape are not copied") {
  const auto json = JsonText::parse(R"({"a":"plain","b":"two\nlines","\u0063":5})");
  REQUIRE(json);
  std::string buffer = "untouched";
  const auto plain = json->string_at(JsonText::root, "a", buffer);
  CHECK(plain == "plain");
  CHECK(buffer == "untouched");
  CHECK(plain.data() == json->text().data() + json->text().find("plain"));
  CHECK(json->string_at(JsonText::root, "b", buffer) == "two\nlines");
  CHECK(buffer == "two\nlines");
  CHECK(json->string_at(JsonText::root, "c", buffer).empty());  // a number
  CHECK(json->string_at(JsonText::root, "d", buffer).empty());
  CHECK(json->key(json->find(JsonText::root, "a"), buffer) == "a");
  CHECK(json->key(json->find(JsonText::root, "c"), buffer) == "c");
  CHECK(json->value(json->find(JsonText::root, "c")) == 5);
}

TEST_CASE("escapes are resolved") {
  CHECK(json_unescaped("plain") == "plain");
  CHECK(json_unescaped(R"(\"\\\/\b\f\n\r\t)") == "\"\\/\b\f\n\r\t");
  CHECK(json_unescaped(R"(\u0041\u00e9\u20ac\ud83d\ude00)") == "A\u00e9\u20ac\U0001F600");
  CHECK(json_unescaped(R"(\ud83d!)") == "\uFFFD!");
  CHECK(json_unescaped(R"(\ude00\ud83d)") == "\uFFFD\uFFFD");
  CHECK(json_unescaped(R"(\ud83d\u0041)") == "\uFFFDA");
  CHECK(json_unescaped(R"(a\)") == "a");
  CHECK(json_unescaped(R"(a\u12)") == R"(a\u12)");  // no escape
  using namespace std::string_literals;
  CHECK(json_unescaped(R"(a\u0000b)") == "a\0b"s);
}
