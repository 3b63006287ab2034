// The toolkit as a plugin: whose program runs, and that it is new there once.

#include "client/plugin.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "support/session.h"

using namespace context_rot;
using namespace context_rot::client;
namespace fs = std::filesystem;

TEST_CASE("a program in the plugin's folder is the plugin's; one elsewhere is not") {
  const test::TempFolder folder;
  const fs::path root = fs::canonical(folder.path()) / "plugin";
  fs::create_directories(root / "bin" / "linux-x64");
  const std::string data = (folder.path() / "data").string();
  const auto given =
      fixed_environment({{"CLAUDE_PLUGIN_ROOT", root.string()}, {"CLAUDE_PLUGIN_DATA", data}});
  const auto plugin = plugin_of(root / "bin" / "linux-x64" / "toolkit-quick", given);
  REQUIRE(plugin.has_value());
  CHECK(plugin->root == root);
  CHECK(plugin->data == data);
  CHECK_FALSE(plugin_of(root.parent_path() / "plugin-2" / "hook-stop", given).has_value());
  CHECK_FALSE(plugin_of("", given).has_value());
  CHECK_FALSE(plugin_of(root / "x", fixed_environment({{"CLAUDE_PLUGIN_ROOT", root.string()}}))
                  .has_value());
  CHECK_FALSE(plugin_of(root / "x", fixed_environment({})).has_value());
}

TEST_CASE("a plugin is new once, and never where nothing can be kept") {
  const test::TempFolder folder;
  const Plugin plugin{"/p", folder.path() / "data"};
  CHECK(is_new(plugin));
  CHECK_FALSE(is_new(plugin));
  folder.write("file", "");
  CHECK_FALSE(is_new({"/p", folder.path() / "file"}));
}

TEST_CASE("a status line of ours in the settings of the user or of the project") {
  const test::TempFolder folder;
  const auto home = fixed_environment({{"HOME", folder.path().string()}});
  CHECK_FALSE(status_line_is_wired("", home));
  folder.write("shop/.claude/settings.local.json", R"({"statusLine":{"command":"x"}})");
  CHECK_FALSE(status_line_is_wired(folder.path() / "shop", home));
  folder.write("shop/.claude/settings.local.json",
               R"({"statusLine":{"command":"/p/context-rot/bin/context-status-line"}})");
  CHECK(status_line_is_wired(folder.path() / "shop", home));
  CHECK_FALSE(status_line_is_wired("", home));
  folder.write(".claude/settings.json", R"({"statusLine":{"command":"context-status-line"}})");
  CHECK(status_line_is_wired("", home));
}
