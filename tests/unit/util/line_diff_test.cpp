#include "util/line_diff.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

using context_rot::unified_diff;

TEST_CASE("a difference reads as diff -u writes it") {
  CHECK(unified_diff("a\n", "a\n", "x", "y").empty());
  CHECK(unified_diff("", "a\n", "x", "y") == "--- x\n+++ y\n@@ -0,0 +1,1 @@\n+a\n");
  CHECK(unified_diff("a\n", "", "x", "y") == "--- x\n+++ y\n@@ -1,1 +0,0 @@\n-a\n");
  CHECK(unified_diff("a\nb\nc\n", "a\nB\nc\n", "x", "y") ==
        "--- x\n+++ y\n@@ -1,3 +1,3 @@\n a\n-b\n+B\n c\n");
  CHECK(unified_diff("a", "a\n", "x", "y") ==
        "--- x\n+++ y\n@@ -1,1 +1,1 @@\n-a\n\\ No newline at end of file\n+a\n");
}

TEST_CASE("distant changes are hunks of their own") {
  std::string old_text;
  for (int i = 0; i < 40; ++i) old_text += std::to_string(i) + "\n";
  std::string new_text = old_text;
  new_text.replace(new_text.find("5\n"), 2, "five\n");
  new_text.insert(new_text.find("30\n"), "more\n");
  CHECK(unified_diff(old_text, new_text, "x", "y") ==
        "--- x\n+++ y\n@@ -3,7 +3,7 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n"
        "@@ -28,6 +28,7 @@\n 27\n 28\n 29\n+more\n 30\n 31\n 32\n");
}

TEST_CASE("a difference that is too long is one block, in time") {
  std::string old_text;
  std::string new_text;
  for (int i = 0; i < 20000; ++i) {
    old_text += "old " + std::to_string(i) + "\n";
    new_text += "new " + std::to_string(i) + "\n";
  }
  const std::string diff = unified_diff(old_text, new_text, "x", "y");
  CHECK(diff.find("@@ -1,20000 +1,20000 @@\n-old 0\n") != std::string::npos);
}

TEST_CASE("patch would make the new text of it") {
  // Random edits, and the hunks applied by hand: context and removed lines must be there.
  unsigned seed = 1;
  const auto random = [&](unsigned below) {
    seed = seed * 1103515245u + 12345u;
    return (seed >> 16) % below;
  };
  for (int round = 0; round < 300; ++round) {
    std::string old_text;
    std::string new_text;
    const unsigned lines = random(30);
    for (unsigned i = 0; i < lines; ++i) {
      const std::string line = std::to_string(random(5)) + "\n";
      const unsigned what = random(6);
      if (what != 0) old_text += line;
      if (what != 1) new_text += line;
    }
    const std::string diff = unified_diff(old_text, new_text, "x", "y");
    std::string rebuilt;
    std::size_t old_at = 0;  // bytes of old_text done
    std::size_t at = diff.find("@@");
    while (at != std::string::npos && at < diff.size()) {
      const std::size_t end = diff.find('\n', at);
      const std::string line = diff.substr(at, end - at + 1);
      at = end + 1;
      if (line[0] == '@') {
        int first = 0;
        int count = 0;
        REQUIRE(std::sscanf(line.c_str(), "@@ -%d,%d", &first, &count) == 2);
        // Every line is two bytes long.
        const std::size_t target = 2 * static_cast<std::size_t>(count == 0 ? first : first - 1);
        rebuilt += old_text.substr(old_at, target - old_at);
        old_at = target;
      } else {
        if (line[0] != '+') {
          REQUIRE(old_text.substr(old_at, line.size() - 1) == line.substr(1));
          old_at += line.size() - 1;
        }
        if (line[0] != '-') rebuilt += line.substr(1);
      }
    }
    rebuilt += old_text.substr(old_at);
    CHECK(rebuilt == new_text);
  }
}
