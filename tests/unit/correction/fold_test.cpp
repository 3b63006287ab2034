#include "correction/fold.h"

#include <doctest/doctest.h>

using namespace context_rot::correction;

namespace {

std::string joined(std::string_view word) {
  std::string out;
  for (const std::string& part : spelt_out(word)) out += (out.empty() ? "" : " ") + part;
  return out;
}

}  // namespace

TEST_CASE("letters without accents") {
  CHECK(fold("\u00c9l Ni\u00f1o est\u00e1 all\u00ed") == "el nino esta alli");
  CHECK(fold("Stra\u00dfe \u0152uvre \u00c6") == "strasse oeuvre ae");
  CHECK(fold("\u041e\u0448\u0438\u0431\u043a\u0430 \u0435\u0449\u0451") ==
        "\u043e\u0448\u0438\u0431\u043a\u0430 \u0435\u0449\u0435");
  CHECK(fold("don\u2019t") == "don't");
  CHECK(fold("\u65e5\u672c") == "\u65e5\u672c");
}

TEST_CASE("contractions are spelt out") {
  CHECK(joined("don't") == "do not");
  CHECK(joined("dont") == "do not");
  CHECK(joined("can't") == "can not");
  CHECK(joined("won't") == "will not");
  CHECK(joined("cannot") == "can not");
  CHECK(joined("it's") == "it is");
  CHECK(joined("you've") == "you have");
  CHECK(joined("user's") == "user s");
  CHECK(joined("n'est") == "ne est");
  CHECK(joined("qu'il") == "que il");
  CHECK(joined("word") == "word");
  CHECK(joined("").empty());
  CHECK(joined("'").empty());
}

TEST_CASE("code points of any bytes") {
  std::size_t at = 0;
  CHECK(next_code_point("\u20ac", at) == 0x20AC);
  CHECK(at == 3);
  at = 0;
  CHECK(next_code_point("\xE2\x82", at) == 0xFFFD);
  CHECK(at == 1);
  at = 0;
  CHECK(next_code_point("\xFF", at) == 0xFFFD);
  CHECK(is_letter(U'\u00f1'));
  CHECK_FALSE(is_letter(U'\u2026'));
  CHECK_FALSE(is_letter(U'\U0001F600'));
  CHECK_FALSE(is_letter(U'7'));
}
