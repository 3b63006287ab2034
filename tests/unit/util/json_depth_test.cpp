#include "util/json_depth.h"

#include <doctest/doctest.h>

#include <string>

using namespace context_rot;

TEST_CASE("is_nested_deeper: containers that are open at once") {
  CHECK_FALSE(is_nested_deeper("", 0));
  CHECK_FALSE(is_nested_deeper("1", 0));
  CHECK(is_nested_deeper("[]", 0));
  CHECK_FALSE(is_nested_deeper(R"([{"a":1},{"b":[]}])", 3));
  CHECK(is_nested_deeper(R"([{"a":1},{"b":[]}])", 2));
  CHECK_FALSE(is_nested_deeper("[],[],[]", 1));
  CHECK_FALSE(is_nested_deeper(R"("[[[")", 0));
  CHECK_FALSE(is_nested_deeper(R"("\"[[[\\")", 0));
  CHECK(is_nested_deeper(R"("\\"[)", 0));
  CHECK_FALSE(is_nested_deeper("]]]]", 0));
  CHECK_FALSE(is_nested_deeper("\"\\", 0));
  CHECK(is_nested_deeper(std::string(1'000'000, '['), 500));
}
