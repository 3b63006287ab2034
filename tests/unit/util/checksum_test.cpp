#include "util/checksum.h"

#include <doctest/doctest.h>

#include <string>

// Values from the authors' own test vectors.
TEST_CASE("FNV-1a") {
  CHECK(context_rot::checksum("") == "cbf29ce484222325");
  CHECK(context_rot::checksum("a") == "af63dc4c8601ec8c");
  CHECK(context_rot::checksum("foobar") == "85944171f73967e8");
}
