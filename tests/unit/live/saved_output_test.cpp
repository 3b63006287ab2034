#include "live/saved_output.h"

#include <doctest/doctest.h>

#include <chrono>

#include "support/session.h"

using namespace context_rot;
using namespace context_rot::live;
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
  put("s-old.txt", std::chrono::hours(31 * 24));
  put("s-recent.txt", std::chrono::hours(29 * 24));
  REQUIRE(save_output(outputs / "s-new.txt", "x"));
  CHECK(!fs::exists(outputs / "s-old.txt"));
  CHECK(fs::exists(outputs / "s-recent.txt"));
  for (int i = 0; i < 210; ++i) put("s-" + std::to_string(i) + ".txt", std::chrono::hours(i));
  REQUIRE(save_output(outputs / "s-newer.txt", "x"));
  CHECK(fs::exists(outputs / "s-newer.txt"));
  CHECK(fs::exists(outputs / "s-100.txt"));
  CHECK(!fs::exists(outputs / "s-209.txt"));
  const auto files = std::distance(fs::directory_iterator(outputs), fs::directory_iterator());
  CHECK(files == 200);
}

TEST_CASE("only full texts are taken away, and none behind a link") {
  const test::TempFolder folder;
  const fs::path outputs = saved_outputs_folder(folder.path());
  const auto long_ago = fs::file_time_type::clock::now() - std::chrono::hours(99 * 24);
  const std::string names[] = {"old.md", "old.txt", "s-old.md", "2020 - taxes.txt",
                               "123456789-old.txt"};
  for (const std::string& name : names) {
    fs::last_write_time(folder.write("outputs/" + name, "mine"), long_ago);
  }
  REQUIRE(save_output(outputs / "s-new.txt", "x"));
  for (const std::string& name : names) {
    CAPTURE(name);
    CHECK(fs::exists(outputs / name));
  }

  fs::last_write_time(folder.write("mine/s-old.txt", "mine"), long_ago);
  fs::remove_all(outputs);
  fs::create_directory_symlink("mine", outputs);
  const auto saved = save_output(outputs / "s-new.txt", "x");
  REQUIRE(!saved);
  CHECK(saved.error().find("is a link") != std::string::npos);
  CHECK(fs::exists(outputs / "s-old.txt"));
  CHECK(!fs::exists(outputs / "s-new.txt"));
}

TEST_CASE("where nothing can be written") {
  const test::TempFolder folder;
  folder.write("outputs", "in the way");
  const auto saved = save_output(saved_output_file(folder.path(), "s", "t"), "x");
  REQUIRE(!saved);
  CHECK(saved.error().find("outputs") != std::string::npos);
}
