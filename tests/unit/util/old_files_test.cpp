#include "util/old_files.h"

#include <doctest/doctest.h>

#include "support/session.h"

using namespace context_rot;
namespace fs = std::filesystem;

namespace {

bool is_ours(const std::string& name) {
  return name.starts_with("s-") && name.ends_with(".json");
}

}  // namespace

TEST_CASE("old files go by their name and age, and what killed versions left of them") {
  const test::TempFolder folder;
  const auto put = [&](const std::string& name, std::chrono::hours age) {
    const auto file = folder.write("data/" + name, "x");
    fs::last_write_time(file, fs::file_time_type::clock::now() - age);
    return file;
  };
  using std::chrono::hours;
  const auto old = put("s-1.json", hours(31 * 24));
  const auto recent = put("s-2.json", hours(29 * 24));
  const auto theirs = put("notes.json", hours(99 * 24));
  const auto left = put(".s-3.json.aB3xyz", hours(25));
  const auto fresh = put(".s-4.json.aB3xyz", hours(1));
  const auto swap = put(".notes.backup", hours(99 * 24));
  fs::create_directory(folder.path() / "data" / "s-5.json");
  remove_old_files(folder.path() / "data", Keep(), is_ours);
  CHECK_FALSE(fs::exists(old));
  CHECK(fs::exists(recent));
  CHECK(fs::exists(theirs));
  CHECK_FALSE(fs::exists(left));
  CHECK(fs::exists(fresh));
  CHECK(fs::exists(swap));
  CHECK(fs::exists(folder.path() / "data" / "s-5.json"));
  fs::create_directory_symlink("data", folder.path() / "link");
  remove_old_files(folder.path() / "link", {.files = 0}, is_ours);
  CHECK(fs::exists(recent));
  remove_old_files(folder.path() / "data", {.files = 1}, is_ours);
  CHECK_FALSE(fs::exists(recent));
}
