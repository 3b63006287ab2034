#include "journal/store/compact_handover.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "support/session.h"

using namespace context_rot;
using namespace context_rot::journal;
namespace fs = std::filesystem;

TEST_CASE("what was shown is taken once, and not when it is old or another session's") {
  const test::TempFolder folder;
  const fs::path data = folder.path() / "data";
  constexpr Milliseconds time = 1'000'000'000;
  CHECK_FALSE(take_shown(data, "one", time));
  REQUIRE(leave_shown(data, "one", "the text", time));
  CHECK_FALSE(take_shown(data, "two", time));
  CHECK(take_shown(data, "one", time + shown_lifetime) == "the text");
  CHECK_FALSE(take_shown(data, "one", time));
  REQUIRE(leave_shown(data, "one", "the text", time));
  CHECK_FALSE(take_shown(data, "one", time + shown_lifetime + 1));
  REQUIRE(leave_shown(data, "one", "the text", time));
  drop_shown(data, "one");
  CHECK_FALSE(take_shown(data, "one", time));
}

TEST_CASE("a word that is none, and a folder that is a link") {
  const test::TempFolder folder;
  const fs::path data = folder.path() / "data";
  for (const char* text : {"", "[]", "{}", "{\"time\":1}", "{\"shown\":\"x\"}",
                           "{\"shown\":7,\"time\":1}", "{\"shown\":\"x\",\"time\":-1}"}) {
    CAPTURE(std::string(text));
    folder.write("data/compacting/one.json", text);
    CHECK_FALSE(take_shown(data, "one", 2));
  }
  const fs::path mine = folder.write("mine/one.json", "{\"shown\":\"x\",\"time\":1}");
  fs::remove_all(data / "compacting");
  fs::create_directory_symlink(mine.parent_path(), data / "compacting");
  CHECK_FALSE(take_shown(data, "one", 2));
  CHECK_FALSE(leave_shown(data, "one", "x", 2));
  drop_shown(data, "one");
  CHECK(fs::exists(mine));
}
