#include "tools/synthetic_data.h"

#include <doctest/doctest.h>

using namespace context_rot::tools;

TEST_CASE("made-up exchanges, a line each") {
  const auto read = read_made_up(
      "# a comment\n\nc | I set it to 3. | it should be 5 | You're right.\r\n"
      "f |  | boom:\\nError\nn | Done. | thanks");
  REQUIRE(read);
  REQUIRE(read->size() == 3);
  CHECK((*read)[0].label == "correction");
  CHECK((*read)[0].previous == "I set it to 3.");
  CHECK((*read)[0].text == "it should be 5");
  CHECK((*read)[0].next == "You're right.");
  CHECK((*read)[1].label == "failure_report");
  CHECK((*read)[1].previous.empty());
  CHECK((*read)[1].text == "boom:\nError");
  CHECK((*read)[2].label == "none");
  CHECK((*read)[2].next.empty());
}

TEST_CASE("made-up exchanges that cannot be read") {
  CHECK(read_made_up("c | a | b\nx | a | b").error().starts_with("line 2"));
  CHECK(read_made_up("c | a").error().starts_with("line 1"));
  CHECK(read_made_up("")->empty());
}
