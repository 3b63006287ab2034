// What the disk tells of a path.

#include "session/file_state.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "support/session.h"

using namespace context_rot;
using namespace context_rot::session;

TEST_CASE("missing only where the folder is there, or it lay in the project") {
  const test::TempFolder folder;
  const auto project = folder.path() / "project";
  std::filesystem::create_directories(project);
  folder.write("project/here.txt", "text");
  const DiskFiles files(project);
  const auto presence = [&](const std::string& path) { return files.look(path).presence; };
  CHECK(presence("here.txt") == Presence::present);
  CHECK(presence((project / "here.txt").string()) == Presence::present);
  CHECK(presence((project / "gone.txt").string()) == Presence::missing);
  CHECK(presence((project / "src/old/gone.txt").string()) == Presence::missing);
  CHECK(presence((folder.path() / "gone.txt").string()) == Presence::missing);
  CHECK(presence((folder.path() / "renamed/a.txt").string()) == Presence::unknown);
  CHECK(presence("/elsewhere/a.txt") == Presence::unknown);
  for (const char* foreign : {"C:\\shop\\a.txt", "D:/shop/a.txt", "\\\\wsl$\\shop\\a", "~/a.txt"}) {
    CHECK_MESSAGE(presence(foreign) == Presence::unknown, foreign);
  }
  CHECK(DiskFiles(folder.path() / "moved").look("a.txt").presence == Presence::unknown);
}

TEST_CASE("content: of regular files that are not large") {
  const test::TempFolder folder;
  folder.write("a.txt", "bread");
  folder.write("large.txt", std::string((1u << 20) + 1, 'x'));
  const DiskFiles files(folder.path());
  CHECK(files.content("a.txt") == "bread");
  CHECK_FALSE(files.content("large.txt"));
  CHECK_FALSE(files.content("none.txt"));
  CHECK_FALSE(files.content("."));
}
