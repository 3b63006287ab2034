#include "host/saved_output.h"

#include <doctest/doctest.h>

#include <chrono>

#include "support/session.h"

using namespace context_rot;
using namespace context_rot::host;
namespace fs = std::filesystem;

TEST_CASE("a full text is private and has no secrets") {
  const test::TempFolder folder;
  const fs::path file = saved_output_file(folder.path() / "data", "12345678-abc", "toolu_1");
  CHECK(file == folder.path() / "data" / "outputs" / "12345678-toolu_1.txt");
  REQUIRE(save_output(file, "one\nghp_16C7e42F292c6912E7710c838347Ae178B4a\n"));
  const std::string text = test::content_of(file);
  CHECK(text.starts_with("one\n[redacted: "));
  CHECK(fs::status(file).permissions() == fs::perms(0600));
  CHECK(fs::status(file.parent_path()).permissions() == fs::perms(0700));
}

TEST_CASE("full texts do not add up for ever") {
  const test::TempFolder folder;
  const fs::path outputs = saved_outputs_folder(folder.path());
  const auto now = fs::file_time_type::clock::now();
  const auto put = [&](const std::string& name, std::chrono::hours age) {
    fs::last_write_time(folder.write("outputs/" + name, "x"), now - age);
  };
  put("old.txt", std::chrono::hours(31 * 24));
  put("old.md", std::chrono::hours(31 * 24));
  put("recent.txt", std::chrono::hours(29 * 24));
  REQUIRE(save_output(outputs / "new.txt", "x"));
  CHECK(!fs::exists(outputs / "old.txt"));
  CHECK(fs::exists(outputs / "old.md"));  // not one of ours
  CHECK(fs::exists(outputs / "recent.txt"));
  for (int i = 0; i < 210; ++i) put(std::to_string(i) + ".txt", std::chrono::hours(i));
  REQUIRE(save_output(outputs / "newer.txt", "x"));
  CHECK(fs::exists(outputs / "newer.txt"));
  CHECK(fs::exists(outputs / "100.txt"));
  CHECK(!fs::exists(outputs / "209.txt"));
  const auto files = std::distance(fs::directory_iterator(outputs), fs::directory_iterator());
  CHECK(files == 200 + 1);
}

TEST_CASE("where nothing can be written") {
  const test::TempFolder folder;
  folder.write("outputs", "in the way");
  const auto saved = save_output(saved_output_file(folder.path(), "s", "t"), "x");
  REQUIRE(!saved);
  CHECK(saved.error().find("outputs") != std::string::npos);
}
