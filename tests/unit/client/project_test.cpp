// Which project a command belongs to.

#include "client/project.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "client/paths.h"
#include "support/session.h"

using namespace context_rot;
using namespace context_rot::client;
namespace fs = std::filesystem;

TEST_CASE("outside a session: the installation, a .claude, the repository, the folder itself") {
  const test::TempFolder folder;
  const fs::path shop = folder.path() / "shop";
  const fs::path deep = shop / "packages" / "api";
  fs::create_directories(deep);
  const Environment home = fixed_environment({{"HOME", "/h"}});
  CHECK(project_of(deep, home) == deep);
  CHECK(project_of("/nowhere/at/all", home) == "/nowhere/at/all");
  fs::create_directories(shop / ".git");
  CHECK(project_of(deep, home) == shop);
  fs::create_directories(shop / "packages" / ".claude");
  CHECK(project_of(deep, home) == shop / "packages");
  fs::create_directories(shop / ".claude" / "context-rot");
  CHECK(project_of(deep, home) == shop);
}

TEST_CASE("the home and folders for temporary files are no projects for what lies below") {
  const test::TempFolder folder;
  const fs::path below = folder.path() / "p" / "src";
  fs::create_directories(below);
  fs::create_directories(folder.path() / "p" / ".claude");
  fs::create_directories(folder.path() / "p" / ".git");
  for (const char* name : {"HOME", "TMPDIR"}) {
    CHECK(project_of(below, fixed_environment({{name, (folder.path() / "p").string()}})) == below);
  }
}

TEST_CASE("inside a session: the session's own folder, wherever one is") {
  const test::TempFolder folder;
  const fs::path shop = folder.path() / "shop";
  const fs::path api = shop / "packages" / "api";
  fs::create_directories(api / ".claude" / "context-rot");
  folder.write("c/projects/" + project_slug(shop.string()) + "/one.jsonl",
               "{\"type\":\"user\",\"cwd\":\"" + shop.string() + "\"}\n");
  const std::string client = (folder.path() / "c").string();
  const Environment inside =
      fixed_environment({{"CLAUDE_CONFIG_DIR", client}, {"CLAUDE_CODE_SESSION_ID", "one"}});
  CHECK(project_of(api, inside) == shop);
  CHECK(project_of("/", inside) == shop);  // elsewhere: the transcript says where it began
  const Environment other =
      fixed_environment({{"CLAUDE_CONFIG_DIR", client}, {"CLAUDE_CODE_SESSION_ID", "two"}});
  CHECK(project_of(api, other) == api);
}
