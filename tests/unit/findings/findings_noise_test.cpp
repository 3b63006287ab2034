// The kinds of noise that come from what shells, searches and the client itself put in the window.

#include <doctest/doctest.h>

#include <algorithm>

#include "findings/findings.h"
#include "session/effects.h"
#include "support/talk.h"
#include "transcript/shown_file.h"

using namespace context_rot;
using namespace context_rot::findings;
using namespace context_rot::session;
using namespace context_rot::transcript;
using test::MemoryFiles;
using test::Talk;
using Entries = std::vector<std::size_t>;

namespace {

std::vector<Finding> found_in(const Talk& talk, const MemoryFiles& files = {}) {
  return find_all(view_of(talk.conversation, {&files, "/p", nullptr, nullptr})).list;
}

Entries of(const std::vector<Finding>& findings, Kind kind) {
  Entries out;
  for (const Finding& finding : findings) {
    if (finding.kind == kind) {
      out.insert(out.end(), finding.entries.begin(), finding.entries.end());
    }
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Lines "row 1: sugar 1 flour 1", ..., from `first` on.
std::string rows(int first, int count) {
  std::string out;
  for (int i = first; i < first + count; ++i) {
    const std::string n = std::to_string(i);
    out += "row " + n + ": sugar " + n + " flour " + n + "\n";
  }
  return out;
}

std::size_t change(Talk& talk, const std::string& path, const std::string& before,
                   const std::string& after) {
  return talk.call("Edit", {{"file_path", path}, {"old_string", before}, {"new_string", after}},
                   "ok");
}

std::size_t note(Talk& talk, const std::string& label, const std::string& text) {
  transcript::Block block;
  block.text = "<system-reminder>\n" + text + "\n</system-reminder>";
  const std::size_t at = talk.add(transcript::EntryKind::attachment, block);
  talk.conversation.entries[at].label = label;
  return at;
}

}  // namespace

TEST_CASE("a shell shows files as a tool does") {
  const auto one = files_shown("cd lib && sed -n '10,20p' oven.cpp", "/p");
  REQUIRE(one.size() == 1);
  CHECK(one[0].file == "/p/lib/oven.cpp");
  CHECK(one[0].lines.first == 10);
  CHECK(one[0].lines.last == 20);
  const auto piped = files_shown("nl -ba a.py | sed -n '5,9p'", "/p");
  REQUIRE(piped.size() == 1);
  CHECK(piped[0].lines.first == 5);
  const auto two =
      files_shown("echo '=== a'; cat a.md 2>/dev/null | head -30; head -n 5 /q/b", "/p");
  REQUIRE(two.size() == 2);
  CHECK(two[0].lines.last == 30);
  CHECK(two[1].file == "/q/b");
  CHECK_FALSE(files_shown("tail -20 log.txt", "/p")[0].exact);
  for (const char* other :
       {"cat a > b", "cat a | grep x", "make && cat a", "sed -i 's/a/b/' c", "sed 's/a/b/' c",
        "cat a || ls", "", "|", "cat", "cat <<'END' > x\ncat y\nEND"}) {
    CAPTURE(other);
    CHECK(files_shown(other, "/p").empty());
  }
}

TEST_CASE("a command only searches") {
  for (const char* search :
       {"grep -rn oven src | head -20", "find . -name '*.cpp' | xargs grep -l oven",
        "cd lib; rg -n 'a|b' -A3", "ls -la", "git -C /p log --oneline -5", "git ls-files"}) {
    CAPTURE(search);
    CHECK(only_searches(search));
  }
  for (const char* other :
       {"grep x a > b", "grep -A 40 oven lib/a.cpp", "find . -delete", "find . -exec rm {} ';'",
        "ls && make", "cat a", "git log -p", "git status && git push", "echo ls", ""}) {
    CAPTURE(other);
    CHECK_FALSE(only_searches(other));
  }
}

TEST_CASE("commands that change something") {
  for (const char* command :
       {"git push", "git -C /p commit -m x", "gh pr merge 3", "gh api --method POST /x -f a=b",
        "gh api --method=DELETE /x", "curl -X PUT http://h/x", "curl -XPOST http://h",
        "rm -r build", "npm publish"}) {
    CAPTURE(command);
    CHECK(changes_something(command));
  }
  for (const char* command : {"git status", "git log", "gh pr view 3", "gh api /x", "curl http://h",
                              "make", "grep push a", "echo rm"}) {
    CAPTURE(command);
    CHECK_FALSE(changes_something(command));
  }
  CHECK(commits("git add a && git commit -q -m \"bake\""));
  CHECK(commits("git -c user.name=x commit"));
  CHECK_FALSE(commits("git log --grep commit"));
}

TEST_CASE("a small edit makes no read stale, many do") {
  Talk talk;
  talk.prompt("mend the table");
  const auto read = talk.read("/p/table.md", rows(1, 40));
  change(talk, "/p/table.md", rows(3, 1), "row 3: none\n");
  talk.says("Mended.");
  CHECK(of(found_in(talk), Kind::stale_read).empty());
  change(talk, "/p/table.md", rows(5, 22), rows(105, 22));
  CHECK(of(found_in(talk), Kind::stale_read) == Entries{read});
}

TEST_CASE("an edit of other lines leaves a part of a file as it was read") {
  Talk talk;
  talk.prompt("mend the table");
  talk.call("Read", {{"file_path", "/p/table.md"}, {"offset", 1}, {"limit", 10}}, rows(1, 10));
  change(talk, "/p/table.md", rows(50, 10), rows(150, 10));
  CHECK(of(found_in(talk), Kind::stale_read).empty());
}

TEST_CASE("a Write makes every earlier read stale") {
  Talk talk;
  talk.prompt("write it anew");
  const auto read = talk.run("cat table.md", rows(1, 5));
  talk.call("Write", {{"file_path", "/p/table.md"}, {"content", "x"}}, "ok");
  CHECK(of(found_in(talk), Kind::stale_read) == Entries{read});
}

TEST_CASE("reads through the shell are superseded by what shows the same lines") {
  Talk talk;
  talk.prompt("look");
  const auto part = talk.run("sed -n '1,20p' table.md", rows(1, 20));
  const auto both = talk.run("cat table.md; echo ---; cat other.md", rows(1, 60));
  talk.read("/p/table.md", rows(1, 40));
  CHECK(of(found_in(talk), Kind::stale_read) == Entries{part});
  talk.read("/p/other.md", rows(1, 20));
  CHECK(of(found_in(talk), Kind::stale_read) == Entries{part, both});
}

TEST_CASE("the disk is not asked where a shell's path may lie elsewhere") {
  Talk talk;
  talk.prompt("look");
  talk.run("cat lost.md", rows(1, 20));
  CHECK(of(found_in(talk, MemoryFiles{}), Kind::stale_read).empty());
}

TEST_CASE("a moved file is the same file") {
  Talk talk;
  MemoryFiles files;
  files.missing("/p/a.md").present("/p/docs/a.md");
  talk.prompt("order the files");
  const auto read = talk.read("/p/a.md", rows(1, 20));
  talk.run("\\\nmkdir -p docs && git mv a.md docs/a.md", "done");
  talk.says("a.md is in docs now.");
  const auto findings = found_in(talk, files);
  CHECK(of(findings, Kind::stale_read).empty());
  CHECK(of(findings, Kind::deleted_reference).empty());
  talk.read("/p/docs/a.md", rows(1, 20));
  CHECK(of(found_in(talk, files), Kind::stale_read) == Entries{read});
}

TEST_CASE("the client's note of a changed file is a read of what it shows") {
  Talk talk;
  talk.prompt("go on");
  const auto snippet = note(talk, "edited_text_file",
                            "Note: /p/a.md was modified, either by the user or by a linter. Here "
                            "are the relevant changes:\n4\tbread\n5\tcake");
  talk.says("Seen.");
  CHECK(of(found_in(talk), Kind::stale_read).empty());
  talk.read("/p/a.md", rows(1, 9));
  CHECK(of(found_in(talk), Kind::stale_read) == Entries{snippet});
}

TEST_CASE("searches whose answer was found") {
  Talk talk;
  talk.prompt("where is the oven?");
  std::string hits;
  for (int i = 0; i < 8; ++i) hits += "src/oven.cpp:" + std::to_string(i) + ": void bake(int);\n";
  const auto search = talk.run("grep -rn bake src", hits);
  talk.says("In src.");
  CHECK(of(found_in(talk), Kind::search).empty());  // it is what the model works with
  talk.read("/p/src/oven.cpp");
  CHECK(of(found_in(talk), Kind::search) == Entries{search});
}

TEST_CASE("a search that led nowhere is noise when the conversation has gone on") {
  Talk talk;
  talk.prompt("where is the oven?");
  const auto search = talk.call("Grep", {{"pattern", "bake"}}, rows(1, 20));
  talk.call("Grep", {{"pattern", "bake"}, {"context", 30}}, rows(1, 21));
  talk.says("Nowhere.");
  talk.prompt("then buy one");
  talk.says("Bought.");
  CHECK(of(found_in(talk), Kind::search).empty());
  talk.prompt("and flour");
  const auto findings = found_in(talk);
  CHECK(of(findings, Kind::search) == Entries{search});
}

TEST_CASE("notes of the client about a state that is past") {
  Talk talk;
  talk.prompt("bake");
  const auto old = note(talk, "task_reminder", "1. knead, open");
  const auto complaint = note(talk, "diagnostics", "/p/oven.ts: cannot find name 'heat'");
  const auto elsewhere = note(talk, "diagnostics", "/p/shelf.ts: unused variable");
  talk.says("On it.");
  CHECK(of(found_in(talk), Kind::notice).empty());
  talk.edit("/p/oven.ts");
  const auto newest = note(talk, "task_reminder", "1. knead, done");
  CHECK(of(found_in(talk), Kind::notice) == Entries{old, complaint});
  talk.run("npm test", "all went well");
  CHECK(of(found_in(talk), Kind::notice) == Entries{old, complaint, elsewhere});
  CHECK(newest > old);
}

TEST_CASE("texts of hooks that come again word for word") {
  Talk talk;
  const auto twice = note(talk, "hook_additional_context", "rule: weigh the flour");
  talk.prompt("bake");
  note(talk, "hook_additional_context", "rule: sift the flour");
  talk.says("Yes.");
  note(talk, "hook_additional_context", "rule: weigh the flour");
  CHECK(of(found_in(talk), Kind::notice) == Entries{twice});
}

TEST_CASE("finished work is reported and counts for no noise") {
  Talk talk;
  talk.prompt("mend the oven");
  const auto oven = talk.read("/p/oven.ts", rows(1, 9));
  const auto shelf = talk.read("/p/shelf.ts", rows(20, 9));
  talk.read("/p/GUIDE.md", rows(40, 9));
  talk.read("/q/config.ts", rows(60, 9));
  talk.edit("/p/oven.ts");
  const auto commit = talk.run("git add -A && git commit -m 'mend the oven'", "1 file changed");
  talk.says("Committed.");
  CHECK(of(found_in(talk), Kind::finished).empty());  // the person may still mean this work
  talk.prompt("now the shelf");
  talk.edit("/p/shelf.ts");
  const MemoryFiles files;
  const Findings all = find_all(view_of(talk.conversation, {&files, "/p", nullptr, nullptr}));
  CHECK(of(all.list, Kind::finished) == Entries{oven, commit});
  CHECK(shelf > oven);
  CHECK(all.noise == 0);
  CHECK(all.signal() == 100);
}

TEST_CASE("a run of all tests supersedes those of some, not the other way round") {
  Talk talk;
  talk.prompt("test");
  const auto some = talk.run("npx vitest run cake.test.ts 2>&1 | tail -5", "4 passed");
  const auto all = talk.run("yarn vitest run | tail -60", "90 passed");
  const auto other = talk.run("yarn vitest run bread.test.ts", "3 passed");
  CHECK(of(found_in(talk), Kind::debug_noise) == Entries{some});
  talk.fail("yarn vitest run", "Exit code 1\n1 failed");
  CHECK(of(found_in(talk), Kind::debug_noise) == Entries{some, all, other});
}

TEST_CASE("the same command with other pipes shows something else") {
  Talk talk;
  talk.prompt("look");
  const auto part = talk.run("git diff | head -100", rows(1, 9));
  talk.run("git diff | tail -100", rows(20, 9));
  CHECK(of(found_in(talk), Kind::debug_noise).empty());
  talk.run("git diff", rows(1, 40));
  CHECK(of(found_in(talk), Kind::debug_noise) == Entries{part, part + 2});
}

TEST_CASE("what was read and what was done while something failed is no debugging noise") {
  Talk talk;
  talk.prompt("make it pass");
  talk.fail("npm test");
  talk.run("cat oven.ts", rows(1, 20));
  talk.run("git push", "pushed");
  const auto looked = talk.run("grep -rn heat src", "src/a.ts: heat\n");
  talk.fail("npm test");
  talk.run("npm test", "all passed");
  CHECK(of(found_in(talk), Kind::debug_noise) == Entries{looked});
}

TEST_CASE("an approved plan is never oversized") {
  Talk talk;
  talk.prompt("plan it");
  std::string plan;
  for (int i = 0; i < 1200; ++i) plan += "step-" + std::to_string(i) + "-of-the-plan, then\n";
  talk.call("ExitPlanMode", {{"plan", "x"}}, plan);
  talk.prompt("go on");
  talk.says("Done.");
  talk.prompt("good");
  CHECK(of(found_in(talk), Kind::oversized).empty());
}
