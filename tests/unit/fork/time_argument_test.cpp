#include "fork/time_argument.h"

#include <doctest/doctest.h>

using context_rot::fork::parse_since;

TEST_CASE("since: so long ago, or a time") {
  constexpr context_rot::Milliseconds now = 1000000000000;
  CHECK(parse_since("30m", now) == now - 30 * 60000);
  CHECK(parse_since("2h", now) == now - 2 * 3600000);
  CHECK(parse_since("3d", now) == now - 3 * 86400000);
  CHECK(parse_since("1970-01-01T00:00:01Z", now) == 1000);
  for (const char* wrong :
       {"", "m", "h2", "-1h", "1.5h", "2 h", "9999999d", "yesterday", "1970-01-01"}) {
    CAPTURE(wrong);
    CHECK_FALSE(parse_since(wrong, now));
  }
}
