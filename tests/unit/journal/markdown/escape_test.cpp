#include "journal/markdown/escape.h"

#include <doctest/doctest.h>

#include "journal/nasty.h"
#include "util/plain_text.h"

using namespace context_rot;
using namespace context_rot::journal;

TEST_CASE("escape: plain text stays as it is") {
  for (const std::string_view text :
       {"one timer per tab, not per request", "a && b || c", "x < 3 and y > 4", "`src/a.cpp`",
        "C:\\dir\\new", "año \U0001F468", "f(x) [1] #2", "50 % - 3"}) {
    CHECK(escape(text, Place::line) == text);
  }
}

TEST_CASE("escape: what would open something does not") {
  const struct {
    const char* text;
    const char* line;
  } cases[] = {
      {"# heading", "\\# heading"},
      {"- item", "\\- item"},
      {"12. item", "12\\. item"},
      {"> quote", "\\> quote"},
      {"```sh", "\\```sh"},
      {"~~~", "\\~~~"},
      {"| a | b |", "\\| a | b |"},
      {"---", "\\---"},
      {"===", "\\==="},
      {"<b>bold</b>", "&lt;b>bold&lt;/b>"},
      {"<!-- x -->", "&lt;!-- x -->"},
      {"&lt;", "&amp;lt;"},
      {"[a](http://b)", "\\[a]\\(http://b)"},
      {"![i](http://j)", "![i]\\(http://j)"},
      {"one\n## two", "one<br>## two"},
      {"\\# x", "\\\\# x"},
      {" x ", "&#32;x&#32;"},
      {"\\ ", "\\\\&#32;"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    CHECK(escape(c.text, Place::line) == c.line);
    CHECK(unescape(c.line) == c.text);
  }
  CHECK(escape("a | b", Place::cell) == "a \\| b");
}

TEST_CASE("escape: one line, and back again, for any text") {
  test::Nasty nasty(1);
  for (int i = 0; i < 20000; ++i) {
    const std::string text = plain_text(nasty.text());
    for (const Place place : {Place::line, Place::cell}) {
      const std::string line = escape(text, place);
      CAPTURE(text);
      CAPTURE(line);
      REQUIRE(line.find('\n') == std::string::npos);
      REQUIRE(line.find("<!") == std::string::npos);
      REQUIRE(line.find("](") == std::string::npos);
      REQUIRE(unescape(line) == text);
    }
  }
}
