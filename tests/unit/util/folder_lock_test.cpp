#include <doctest/doctest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string>

#include "util/file_lock.h"

using context_rot::FileLock;
namespace fs = std::filesystem;

TEST_CASE("a folder is locked without leaving a file") {
  std::string folder = (fs::temp_directory_path() / "folder-lock-XXXXXX").string();
  REQUIRE(::mkdtemp(folder.data()) != nullptr);
  const auto moment = std::chrono::milliseconds(20);
  {
    std::optional<FileLock> first = std::move(*FileLock::acquire_folder(folder, moment));
    const auto second = FileLock::acquire_folder(folder, moment);
    REQUIRE(!second);
    CHECK(second.error() == folder + ": is locked by another process");
    first.reset();
    CHECK(FileLock::acquire_folder(folder, moment));
  }
  CHECK(fs::is_empty(folder));
  fs::remove(folder);
  CHECK(!FileLock::acquire_folder(folder, moment));
}
