// Which transcripts a session has.

#include "client/transcripts.h"

#include <doctest/doctest.h>

#include <filesystem>

#include "client/paths.h"
#include "support/session.h"

using namespace context_rot;
using namespace context_rot::client;
namespace fs = std::filesystem;

TEST_CASE("session ids are no paths") {
  CHECK(is_session_id("8a352318-0000-4111-8111-111111111111"));
  for (const char* id : {"", "..", "a/b", "a b", "a.jsonl", "\u00e9"}) {
    CAPTURE(id);
    CHECK_FALSE(is_session_id(id));
  }
  CHECK_FALSE(is_session_id(std::string(129, 'a')));
}

TEST_CASE("a session's transcript is found by its id, or by what our tables print of it") {
  const test::TempFolder folder;
  folder.write("c/projects/-a/00000001-aaaa.jsonl", "x");
  folder.write("c/projects/-b/00000002-bbbb.jsonl", "x");
  folder.write("c/projects/-b/00000003-cccc.jsonl", "x");
  folder.write("c/projects/-b/00000003-dddd.jsonl", "x");
  const Environment environment =
      fixed_environment({{"CLAUDE_CONFIG_DIR", (folder.path() / "c").string()}});
  const auto found = [&](std::string_view id) {
    const auto path = find_transcript(id, "/", environment);
    return path ? path->stem().string() : std::string("-");
  };
  CHECK(found("00000002-bbbb") == "00000002-bbbb");
  CHECK(found("00000002") == "00000002-bbbb");
  CHECK(found("0000000") == "-");   // too short
  CHECK(found("00000003") == "-");  // two sessions
  CHECK(found("00000004") == "-");
  CHECK(found("../-a/00000001-aaaa") == "-");
}

TEST_CASE("a transcript's project is the nearest folder above with its name") {
  CHECK(project_above("/srv/ana/shop/src", "/c/projects/-srv-ana-shop/1.jsonl") == "/srv/ana/shop");
  CHECK(project_above("/a/a-b", "/c/projects/-a-a-b/1.jsonl") == "/a/a-b");
  CHECK_FALSE(project_above("/srv/ana/shop", "/c/projects/-srv-ana-shop-src/1.jsonl"));
  CHECK_FALSE(project_above("", "/c/projects/-srv/1.jsonl"));
}

TEST_CASE("of two transcripts that of the folder counts, else the newest") {
  const test::TempFolder folder;
  const fs::path project = folder.path() / "shop";
  const fs::path worktree = project / ".claude/worktrees/feat";
  const Environment environment =
      fixed_environment({{"CLAUDE_CONFIG_DIR", (folder.path() / "c").string()}});
  const auto of = [&](const fs::path& at) { return "c/projects/" + project_slug(at.string()); };
  folder.write(of(project) + "/one.jsonl", "x");
  folder.write(of(worktree) + "/one.jsonl", "x");
  const auto chosen = [&](const fs::path& at) {
    const auto path = find_transcript("one", at, environment);
    REQUIRE(path);
    return path->parent_path().filename().string();
  };
  for (const fs::path& newer : {project, worktree}) {
    const auto now = fs::file_time_type::clock::now();
    for (const fs::path& at : {project, worktree}) {
      fs::last_write_time(folder.path() / of(at) / "one.jsonl",
                          at == newer ? now : now - std::chrono::hours(1));
    }
    CHECK(chosen(project / "src") == project_slug(project.string()));
    CHECK(chosen(worktree) == project_slug(worktree.string()));
    CHECK(chosen("/elsewhere") == project_slug(newer.string()));
  }
  CHECK(transcripts_of("one", project, environment).size() == 2);
}

TEST_CASE("the newest session of a project, and no subagent's") {
  const test::TempFolder folder;
  const Environment environment =
      fixed_environment({{"CLAUDE_CONFIG_DIR", (folder.path() / "c").string()}});
  const auto now = fs::file_time_type::clock::now();
  int age = 0;
  for (const char* name : {"agent-1", "empty", "two", "one"}) {
    const std::string file = std::string("c/projects/-p/") + name + ".jsonl";
    folder.write(file, std::string(name) == "empty" ? "" : "x");
    fs::last_write_time(folder.path() / file, now - std::chrono::hours(age++));
  }
  CHECK(newest_transcript("/p", environment)->stem() == "two");
  CHECK_FALSE(newest_transcript("/other", environment));
  CHECK(newest_transcripts(folder.path() / "c/projects/-p", 9).size() == 2);
}
