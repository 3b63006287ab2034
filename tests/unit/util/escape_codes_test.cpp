#include "util/escape_codes.h"

#include <doctest/doctest.h>

#include <string>

using context_rot::with_escapes_closed;

TEST_CASE("colours and links that a text leaves open are closed") {
  CHECK(with_escapes_closed("") == "");
  CHECK(with_escapes_closed("plain\n") == "plain\n");
  CHECK(with_escapes_closed("\x1b[44mblue \x1b[1mbold\n") == "\x1b[44mblue \x1b[1mbold\x1b[0m\n");
  CHECK(with_escapes_closed("\x1b[44mblue\x1b[0m") == "\x1b[44mblue\x1b[0m");
  CHECK(with_escapes_closed("\x1b[44mblue\x1b[m") == "\x1b[44mblue\x1b[m");
  CHECK(with_escapes_closed("\x1b[2K") == "\x1b[2K");  // no style
  const std::string open = "\x1b]8;;https://example.com\x1b\\link";
  CHECK(with_escapes_closed(open) == open + "\x1b]8;;\x1b\\");
  CHECK(with_escapes_closed(open + "\x1b]8;;\x1b\\") == open + "\x1b]8;;\x1b\\");
  CHECK(with_escapes_closed("\x1b]8;;x\alink\x1b]8;;\a") == "\x1b]8;;x\alink\x1b]8;;\a");
  CHECK(with_escapes_closed("half \x1b") == "half \x1b");
  CHECK(with_escapes_closed("half \x1b[1") == "half \x1b[1");
}
