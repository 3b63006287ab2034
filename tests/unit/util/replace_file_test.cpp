#include "util/replace_file.h"

#include <doctest/doctest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <string>

using namespace context_rot;
namespace fs = std::filesystem;

namespace {

/// A folder of its own, gone at the end.
class Folder {
 public:
  Folder() {
    std::string name = (fs::temp_directory_path() / "replace-file-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  ~Folder() { fs::remove_all(path_); }
  fs::path operator/(const char* name) const { return path_ / name; }
  long entries() const { return std::distance(fs::directory_iterator(path_), {}); }

 private:
  fs::path path_;
};

void put(const fs::path& path, const std::string& bytes) {
  std::ofstream(path) << bytes;
}

FileContent get(const fs::path& path) {
  auto content = read_content(path);
  REQUIRE(content);
  return *content;
}

bool replaced(const fs::path& path, const FileContent& expected, const FileContent& bytes) {
  auto done = replace_if_unchanged(path, expected, bytes, 0640);
  REQUIRE_MESSAGE(static_cast<bool>(done), (done ? "" : done.error()));
  return *done;
}

}  // namespace

TEST_CASE("a file is replaced, made and removed if it holds what is expected") {
  const Folder folder;
  const fs::path file = folder / "file";
  CHECK(replaced(file, FileContent(), "one"));
  CHECK(get(file) == FileContent("one"));
  CHECK(replaced(file, "one", "two"));
  CHECK(get(file) == FileContent("two"));
  CHECK(replaced(file, "two", ""));
  CHECK(get(file) == FileContent(""));
  CHECK(replaced(file, "", FileContent()));
  CHECK(get(file) == FileContent());
  CHECK(replaced(file, FileContent(), FileContent()));
  CHECK(folder.entries() == 0);
}

TEST_CASE("another content is left as it is") {
  const Folder folder;
  const fs::path file = folder / "file";
  CHECK(!replaced(file, "one", "two"));
  CHECK(!replaced(file, "one", FileContent()));
  put(file, "theirs");
  CHECK(!replaced(file, "one", "two"));
  CHECK(!replaced(file, FileContent(), "two"));
  CHECK(!replaced(file, "one", FileContent()));
  CHECK(get(file) == FileContent("theirs"));
  CHECK(folder.entries() == 1);
}

TEST_CASE("permissions: kept, or those for a new file") {
  const Folder folder;
  const fs::path file = folder / "file";
  const auto mode = [&] {
    struct stat status {};
    ::stat(file.c_str(), &status);
    return status.st_mode & 07777u;
  };
  CHECK(replaced(file, FileContent(), "one"));
  CHECK(mode() == 0640);
  ::chmod(file.c_str(), 0604);
  CHECK(replaced(file, "one", "two"));
  CHECK(mode() == 0604);
}

TEST_CASE("links are followed and stay") {
  const Folder folder;
  fs::create_symlink("target", folder / "link");
  CHECK(replaced(folder / "link", FileContent(), "one"));
  CHECK(replaced(folder / "link", "one", "two"));
  CHECK(fs::is_symlink(folder / "link"));
  CHECK(get(folder / "target") == FileContent("two"));
  CHECK(replaced(folder / "link", "two", FileContent()));
  CHECK(folder.entries() == 1);
}

TEST_CASE("what cannot be done is said") {
  const Folder folder;
  CHECK(!replace_if_unchanged(folder / "none" / "file", FileContent(), "x"));
  fs::create_directory(folder / "folder");
  CHECK(!replace_if_unchanged(folder / "folder", "x", "y"));
  CHECK(!read_content(folder / "folder"));
  fs::create_symlink("loop", folder / "loop");
  CHECK(!replace_if_unchanged(folder / "loop", FileContent(), "x"));
}

TEST_CASE("what killed runs left goes if it is known") {
  const Folder folder;
  put(folder / "file", "now");
  put(folder / ".file.new-abcdef", "known");
  put(folder / ".file.new-torn01", "kno");
  put(folder / ".file.new-theirs", "not known");
  put(folder / ".file.new-tooLong", "known");
  put(folder / ".other.new-abcdef", "known");
  remove_stale_replacements(folder / "file", {"something", "known"});
  CHECK(!fs::exists(folder / ".file.new-abcdef"));
  CHECK(!fs::exists(folder / ".file.new-torn01"));
  CHECK(fs::exists(folder / ".file.new-theirs"));
  CHECK(fs::exists(folder / ".file.new-tooLong"));
  CHECK(fs::exists(folder / ".other.new-abcdef"));
}
