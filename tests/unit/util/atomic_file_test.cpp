#include "util/atomic_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "support/session.h"
#include "util/file_lock.h"

using namespace context_rot;
namespace fs = std::filesystem;

namespace {

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

mode_t mode_of(const fs::path& file) {
  struct stat status {};
  REQUIRE(::stat(file.c_str(), &status) == 0);
  return status.st_mode & 07777;
}

}  // namespace

TEST_CASE("a file is replaced whole") {
  const test::TempFolder folder;
  const auto file = folder.write("f", "old");
  {
    auto atomic = AtomicFile::create(file);
    REQUIRE(atomic);
    REQUIRE(atomic->write("new "));
    REQUIRE(atomic->write("content"));
    CHECK(test::content_of(file) == "old");
    REQUIRE(atomic->commit());
  }
  CHECK(test::content_of(file) == "new content");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("without a commit nothing happens") {
  const test::TempFolder folder;
  const auto file = folder.write("f", "old");
  {
    auto atomic = AtomicFile::create(file);
    REQUIRE(atomic);
    REQUIRE(atomic->write("new"));
  }
  CHECK(test::content_of(file) == "old");
  CHECK(files_in(folder.path()) == 1);
}

TEST_CASE("permissions are private for new files and kept for old ones") {
  const test::TempFolder folder;
  REQUIRE(write_file_atomically(folder.path() / "new", "x"));
  CHECK(mode_of(folder.path() / "new") == 0600);
  const auto file = folder.write("old", "x");
  fs::permissions(file, fs::perms(0640));
  REQUIRE(write_file_atomically(file, "y"));
  CHECK(mode_of(file) == 0640);
}

TEST_CASE("a symbolic link stays one") {
  const test::TempFolder folder;
  const auto target = folder.write("deep/target", "old");
  fs::create_symlink("deep/target", folder.path() / "link");
  REQUIRE(write_file_atomically(folder.path() / "link", "new"));
  CHECK(fs::is_symlink(folder.path() / "link"));
  CHECK(test::content_of(target) == "new");
}

TEST_CASE("a file of our own replaces a link and is private") {
  const test::TempFolder folder;
  const auto target = folder.write("target", "mine");
  for (const auto write : {write_own_file, write_own_cache_file}) {
    const auto link = folder.path() / "f";
    fs::remove(link);
    fs::create_symlink("target", link);
    REQUIRE(write(link, "ours"));
    CHECK_FALSE(fs::is_symlink(link));
    CHECK(test::content_of(link) == "ours");
    fs::permissions(link, fs::perms(0666));
    REQUIRE(write(link, "ours again"));
    CHECK(mode_of(link) == 0600);
  }
  CHECK(test::content_of(target) == "mine");
  CHECK(files_in(folder.path()) == 2);
}

TEST_CASE("links in a circle and missing folders are errors") {
  const test::TempFolder folder;
  fs::create_symlink("b", folder.path() / "a");
  fs::create_symlink("a", folder.path() / "b");
  CHECK_FALSE(write_file_atomically(folder.path() / "a", "x"));
  const auto missing = write_file_atomically(folder.path() / "none" / "f", "x");
  REQUIRE_FALSE(missing);
  CHECK(missing.error().find("none/f: No such file") != std::string::npos);
}

TEST_CASE("private folders") {
  const test::TempFolder folder;
  REQUIRE(create_private_folders(folder.path() / "a" / "b"));
  CHECK(mode_of(folder.path() / "a") == 0700);
  REQUIRE(create_private_folders(folder.path() / "a" / "b"));
  folder.write("file", "x");
  CHECK_FALSE(create_private_folders(folder.path() / "file" / "sub"));
}

TEST_CASE("one holder of a lock at a time") {
  using namespace std::chrono_literals;
  const test::TempFolder folder;
  const auto file = folder.path() / "lock";
  {
    auto first = FileLock::acquire(file, 0ms);
    REQUIRE(first);
    const auto second = FileLock::acquire(file, 20ms);
    REQUIRE_FALSE(second);
    CHECK(second.error().find("locked by another process") != std::string::npos);
  }
  CHECK(FileLock::acquire(file, 0ms));
}
