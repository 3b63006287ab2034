#include "util/plain_text.h"

#include <doctest/doctest.h>

using namespace context_rot;

TEST_CASE("plain_text: what can be seen stays, line breaks are line feeds") {
  CHECK(plain_text("a <b> \"c\"\n  d\n") == "a <b> \"c\"\n  d\n");
  CHECK(plain_text("1\r\n2\r3\u2028"
                   "4\u0085"
                   "5\r\r\n6") == "1\n2\n3\n4\n5\n\n6");
  CHECK(plain_text("\x1b[31mred\x1b[0m\ttab\a") == "red tab ");
  CHECK(plain_text("a\u202E\u200B\uFEFFb \U0001F468\u200D\U0001F469") ==
        "ab \U0001F468\u200D\U0001F469");
  CHECK(plain_text("a\xFF\xC3") == "a\uFFFD\uFFFD");
  CHECK(plain_text("").empty());
}
