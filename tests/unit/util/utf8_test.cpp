#include "util/utf8.h"

#include <doctest/doctest.h>

using namespace context_rot;

TEST_CASE("how far a text is well-formed") {
  CHECK(well_formed_prefix("") == 0);
  const std::string sorts[] = {"a", "\u00e9", "\u20ac", "\U0001F600"};
  const std::string faults[] = {"\xFF", "\xC3", "\xE2\x82", "\xED\xA0\x80", "\xC0\xAF", "\x80"};
  for (std::size_t length = 0; length < 70; ++length) {  // longer than any step of the search
    for (const std::string& sort : sorts) {
      const std::string good = std::string(length, 'x') + sort + std::string(length % 7, 'y');
      CHECK(well_formed_prefix(good) == good.size());
      CHECK(well_formed_prefix(good + good) == 2 * good.size());
      for (const std::string& fault : faults) {
        CHECK(well_formed_prefix(good + fault + good) == good.size());
        CHECK(well_formed_prefix(good + fault) == good.size());
      }
    }
  }
}

TEST_CASE("cut at code points") {
  CHECK(cut_utf8("abc", 5) == "abc");
  CHECK(cut_utf8("abc", 2) == "ab");
  CHECK(cut_utf8("a\u00e9", 2) == "a");
  CHECK(cut_utf8("a\u00e9", 3) == "a\u00e9");
  CHECK(cut_utf8("\U0001F600x", 3) == "");
  CHECK(cut_utf8("\U0001F600x", 4) == "\U0001F600");
  CHECK(cut_utf8("x\u20ac\u20ac", 4) == "x\u20ac");
  CHECK(cut_utf8("\x80\x80\x80\x80", 2) == "\x80\x80");  // stray bytes are cut anywhere
  CHECK(cut_utf8("abc", 0) == "");
}

TEST_CASE("invalid bytes become U+FFFD as in browsers") {
  CHECK(repair_utf8("plain \u00e9 \U0001F600") == "plain \u00e9 \U0001F600");
  CHECK(repair_utf8("a\xFF"
                    "b") == "a\uFFFDb");
  CHECK(repair_utf8("\xC3\x28") == "\uFFFD(");
  CHECK(repair_utf8("\xE2\x82") == "\uFFFD");                  // a cut sequence is one
  CHECK(repair_utf8("\xED\xA0\xBD") == "\uFFFD\uFFFD\uFFFD");  // an encoded surrogate is three
  CHECK(repair_utf8("\xC0\xAF") == "\uFFFD\uFFFD");            // overlong
  CHECK(repair_utf8("\xF4\x90\x80\x80") == "\uFFFD\uFFFD\uFFFD\uFFFD");  // above U+10FFFF
}

TEST_CASE("surrogate escapes without their half") {
  CHECK(repair_json_text(R"("\ud83d\ude00")") == R"("\ud83d\ude00")");
  CHECK(repair_json_text(R"("\ud83d")") == R"("\uFFFD")");
  CHECK(repair_json_text(R"("\ude00\ud83d")") == R"("\uFFFD\uFFFD")");
  CHECK(repair_json_text(R"("\ud83d\u0041")") == R"("\uFFFD\u0041")");
  CHECK(repair_json_text(R"("\\ud83d")") == R"("\\ud83d")");  // an escaped backslash
  CHECK(repair_json_text(R"("\uD8)") == R"("\uD8)");
}
