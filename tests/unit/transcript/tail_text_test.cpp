#include "transcript/tail_text.h"

#include <doctest/doctest.h>

#include "support/session.h"

using namespace context_rot;

namespace {

std::size_t count(const std::string& bytes, std::string_view text = "needle",
                  std::size_t most = 9) {
  const test::TempFolder folder;
  const auto found = transcript::count_in_window(folder.write("s.jsonl", bytes), text, most);
  REQUIRE(found);
  return *found;
}

const std::string boundary = R"({"type":"system","subtype":"compact_boundary"})"
                             "\n";

}  // namespace

TEST_CASE("a text is counted from the end of a transcript on") {
  CHECK(count("") == 0);
  CHECK(count("needle") == 1);
  CHECK(count("needle\nneedle\n") == 2);
  CHECK(count("needle\nneedle\n", "needle", 1) == 1);
  CHECK(count("needle\n" + boundary + "needle\n") == 1);
  CHECK(count("needle\n" + boundary + "x\n" + boundary + "needle\nneedle\n") == 2);
  CHECK(count(R"({"type":"content-replacement"})"
              "\nneedle") == 0);
  CHECK(count(R"({"type":"content-replacement"})"
              "\n" +
              boundary + "needle") == 1);
  CHECK(count("needle", "") == 0);
  CHECK(!transcript::count_in_window("/no/such/file", "x", 1));
}

TEST_CASE("wherever blocks meet, each place counts once") {
  constexpr std::size_t block = 256u << 10;
  for (std::size_t behind = block - 8; behind < block + 8; ++behind) {
    CAPTURE(behind);
    const std::string bytes = std::string(1000, '-') + "needle" + std::string(behind, '-');
    CHECK(count(bytes) == 1);
    CHECK(count("needle" + std::string(block, '-') + boundary + bytes) == 1);
  }
}
