#include "util/temporary_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "support/session.h"
#include "util/atomic_file.h"
#include "util/checksum.h"
#include "util/replace_file.h"

using namespace context_rot;
namespace fs = std::filesystem;

namespace {

long files_in(const fs::path& folder) {
  return std::distance(fs::directory_iterator(folder), fs::directory_iterator());
}

}  // namespace

TEST_CASE("what killed programs left goes with the next write in the folder") {
  const test::TempFolder folder;
  const auto left = folder.write(".other.json.context-rot-aB3xyz", "half");
  REQUIRE(write_own_file(folder.path() / "file.json", "whole"));
  CHECK(!fs::exists(left));
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("what is not ours, or still in use, stays") {
  const test::TempFolder folder;
  auto in_use = TemporaryFile::create(folder.path() / "file.json");
  REQUIRE(in_use);
  REQUIRE(in_use->write("half") == 0);
  for (const char* name : {".file.json.aB3xyz", ".file.json.context-rot-1234", "context-rot-aB3xyz",
                           "file.context-rot-aB3xyz", ".file.context-rot-aB3xyz.md"}) {
    folder.write(name, "theirs");
  }
  const auto mine = folder.write("mine", "mine");
  fs::create_symlink("mine", folder.path() / ".link.context-rot-aB3xyz");
  fs::create_directory(folder.path() / ".folder.context-rot-aB3xyz");
  REQUIRE(::mkfifo((folder.path() / ".pipe.context-rot-aB3xyz").c_str(), 0600) == 0);
  const long before = files_in(folder.path());
  REQUIRE(write_own_file(folder.path() / "other.json", "whole"));
  CHECK(files_in(folder.path()) == before + 1);
  CHECK(fs::exists(in_use->path()));
  // Closed for writing, it is in use all the same: it is about to get its name.
  REQUIRE(in_use->close() == 0);
  remove_left_behind(folder.path());
  CHECK(fs::exists(in_use->path()));
  REQUIRE(in_use->rename(folder.path() / "file.json") == 0);
  in_use->keep();
  CHECK(test::content_of(folder.path() / "file.json") == "half");
}

TEST_CASE("a long name leaves room for the mark") {
  const test::TempFolder folder;
  const fs::path file = folder.path() / (std::string(250, 'n') + ".json");
  REQUIRE(write_own_file(file, "x"));
  CHECK(test::content_of(file) == "x");
}

TEST_CASE("what a killed replacement left goes with the next, another program's change stays") {
  const test::TempFolder folder;
  const auto file = folder.write("settings.json", "now");
  const std::string start =
      ".settings.json.new-" + checksum("own") + "-" + checksum("expected") + "-";
  const auto own = folder.write(start + "aaaaaa", "own");
  const auto expected = folder.write(start + "bbbbbb", "expected");
  const auto theirs = folder.write(start + "cccccc", "saved by an editor");
  const auto other = folder.write(".other" + start + "dddddd", "own");
  const auto earlier = folder.write(".settings.json.new-eeeeee", "own");
  const auto done = replace_if_unchanged(file, "now", "then");
  REQUIRE(done);
  CHECK(*done);
  CHECK_FALSE(fs::exists(own));
  CHECK_FALSE(fs::exists(expected));
  CHECK(fs::exists(theirs));
  CHECK(fs::exists(other));
  CHECK(fs::exists(earlier));
  const auto half = folder.write(".settings.json.context-rot-aB3xyz", "half");
  remove_stale_replacements(file, {});  // also where nothing is to be written
  CHECK_FALSE(fs::exists(half));
}
