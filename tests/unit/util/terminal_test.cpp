#include "util/terminal.h"

#include <doctest/doctest.h>

using namespace context_rot;

TEST_CASE("the first locale that is set decides") {
  CHECK(speaks_utf8(fixed_environment({{"LANG", "C.UTF-8"}})));
  CHECK(speaks_utf8(fixed_environment({{"LC_ALL", "es_ES.utf8"}, {"LANG", "C"}})));
  CHECK_FALSE(speaks_utf8(fixed_environment({{"LC_ALL", "POSIX"}, {"LANG", "C.UTF-8"}})));
  CHECK_FALSE(speaks_utf8(fixed_environment({})));
}

TEST_CASE("COLUMNS stands above what the terminal says") {
  CHECK(terminal_width(fixed_environment({{"COLUMNS", "132"}}), -1) == 132);
  CHECK(terminal_width(fixed_environment({{"COLUMNS", "wide"}}), -1) == 80);
  CHECK(terminal_width(fixed_environment({{"COLUMNS", "0"}}), -1) == 80);
}

TEST_CASE("a drawing in ASCII") {
  CHECK(in_ascii("█▇▁░▒ a · b → c…") == "##_.: a - b -> c...");
  CHECK(in_ascii("año\xff") == "a?o?");
}
