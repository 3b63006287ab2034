#include "util/columns.h"

#include <doctest/doctest.h>

using namespace context_rot;

TEST_CASE("columns: filled up by characters, never cut") {
  CHECK(left_aligned("ab", 4) == "ab  ");
  CHECK(right_aligned("ab", 4) == "  ab");
  CHECK(left_aligned("né", 4) == "né  ");
  CHECK(right_aligned("数据", 3) == " 数据");
  CHECK(left_aligned("abcd", 2) == "abcd");
  CHECK(right_aligned("abcd", 0) == "abcd");
  CHECK(left_aligned("", 2) == "  ");
}
