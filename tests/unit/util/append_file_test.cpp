#include "util/append_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "support/session.h"

using namespace context_rot;
namespace fs = std::filesystem;

TEST_CASE("a line is added whole, to a private file, behind a torn one") {
  const test::TempFolder folder;
  const auto file = folder.path() / "f";
  REQUIRE(append_line(file, "one"));
  CHECK(fs::status(file).permissions() == fs::perms(0600));
  folder.write("f", "one\nto");
  REQUIRE(append_line(file, "two"));
  CHECK(test::content_of(file) == "one\nto\ntwo\n");
}

TEST_CASE("nothing is added through a link, and no pipe is waited for") {
  const test::TempFolder folder;
  const auto target = folder.write("target", "mine\n");
  fs::create_symlink("target", folder.path() / "link");
  CHECK_FALSE(append_line(folder.path() / "link", "ours"));
  CHECK(test::content_of(target) == "mine\n");
  const auto pipe = folder.path() / "pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  const auto done = append_line(pipe, "ours");
  REQUIRE_FALSE(done);
  CHECK(done.error() == pipe.string() + ": is not a regular file");
  CHECK_FALSE(append_line(folder.path(), "ours"));
}
