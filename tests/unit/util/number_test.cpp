#include "util/number.h"

#include <doctest/doctest.h>

using namespace context_rot;

TEST_CASE("parse_share and format_share") {
  for (const char* text : {"0", "1", "0.5", "0.85", "0.000001", "0.999999"}) {
    REQUIRE(parse_share(text));
    CHECK(format_share(*parse_share(text)) == text);
  }
  CHECK(parse_share(".5") == 0.5);
  CHECK(parse_share("1.000") == 1.0);
  CHECK(parse_share("0.") == 0.0);
  for (const char* text : {"", ".", "1.1", "2", "-1", "0,5", "1e-1", " 0.5", "0.5 ", "0.1234567",
                           "auto", "1.000001", "0.5.5", "+0.5", "99999999999999999999"}) {
    CHECK_FALSE_MESSAGE(parse_share(text), text);
  }
}

TEST_CASE("fine_count") {
  CHECK(fine_count(0) == "0");
  CHECK(fine_count(999) == "999");
  CHECK(fine_count(1000) == "1.0k");
  CHECK(fine_count(18'299) == "18.2k");
  CHECK(fine_count(99'999) == "99.9k");
  CHECK(fine_count(136'000) == "136k");
  CHECK(fine_count(1'200'000) == "1.2M");
}
