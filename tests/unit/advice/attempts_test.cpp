#include "advice/attempts.h"

#include <doctest/doctest.h>

#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::advice;

namespace {

/// How often the thing failed that the session stands at; 0 where there is nothing to go back from.
std::size_t failures(const test::Talk& talk) {
  const auto turns = transcript::turns_of(talk.conversation);
  const auto uses = transcript::tool_uses(talk.conversation);
  const auto episodes = session::episodes_of(uses, turns);
  const auto* run = failing_run(turns, uses, episodes);
  return run == nullptr ? 0 : run->failures.size();
}

test::Talk three_failures() {
  test::Talk talk;
  talk.prompt("make the import of the price list work");
  talk.fail("make import");
  talk.edit("/p/import.py");
  talk.fail("make import");
  talk.prompt("try again");
  talk.fail("make import");
  talk.says("It still fails.");
  return talk;
}

bool puts_away(const std::string& command, bool failed = false) {
  test::Talk talk;
  talk.prompt("commit");
  if (failed) {
    talk.fail(command);
  } else {
    talk.run(command, "ok");
  }
  return puts_work_away(transcript::tool_uses(talk.conversation).front());
}

}  // namespace

TEST_CASE("failing run: three attempts at one thing, and the session stands there") {
  CHECK(failures(three_failures()) == 3);
  test::Talk two;
  two.prompt("make it work");
  two.fail("make import");
  two.fail("make import");
  CHECK(failures(two) == 0);
}

TEST_CASE("failing run: not past work that came to something") {
  test::Talk solved = three_failures();
  solved.run("make import", "ok");
  CHECK(failures(solved) == 0);
  test::Talk otherwise = three_failures();
  otherwise.run("python3 import.py --by-hand", "imported");
  CHECK(failures(otherwise) == 0);
  test::Talk edited = three_failures();
  edited.edit("/p/notes.md");
  CHECK(failures(edited) == 0);
  test::Talk committed;
  committed.prompt("make the import work");
  committed.fail("make import");
  committed.run("git commit -qm 'Read the header'", "");
  committed.fail("make import");
  committed.fail("make import");
  CHECK(failures(committed) == 0);
}

TEST_CASE("failing run: not past a turn about something else") {
  test::Talk talk;
  talk.prompt("make the import work");
  talk.fail("make import");
  talk.prompt("what is in the price list?");
  talk.says("Prices.");
  talk.prompt("go on with the import");
  talk.fail("make import");
  talk.fail("make import");
  CHECK(failures(talk) == 0);
  test::Talk left = three_failures();
  left.prompt("leave it, what is the time?");
  left.says("Noon.");
  CHECK(failures(left) == 0);
}

TEST_CASE("two prompts speak of the same where they share two telling words") {
  CHECK(speak_of_the_same("the cache is in Postgres, not in Redis", "no: cache in Postgres"));
  CHECK_FALSE(speak_of_the_same("the log of the door is empty", "and the log of the oven?"));
  CHECK_FALSE(speak_of_the_same("go on", "go on"));  // nothing that tells
  CHECK(speak_of_the_same("tabs!", "I said tabs, with a width of four"));
}

TEST_CASE("work is put away by a commit, a push or a merge, in any form") {
  CHECK(puts_away("git commit -m 'Add it'"));
  CHECK(puts_away("cd /p && git add -A && git commit -q --no-verify -F message.txt"));
  CHECK(puts_away("git -C /p -c user.name=me push origin main"));
  CHECK(puts_away("GIT_EDITOR=true git merge --continue"));
  CHECK(puts_away("gh pr create --fill"));
  CHECK(puts_away("(git push)"));
  CHECK_FALSE(puts_away("git commit -m 'Add it'", true));
  CHECK_FALSE(puts_away("git commit --dry-run"));
  CHECK_FALSE(puts_away("git log --grep commit"));
  CHECK_FALSE(puts_away("git status"));
  CHECK_FALSE(puts_away("gh pr view 7"));
  CHECK_FALSE(puts_away("echo git commit"));
  CHECK_FALSE(puts_away("echo 'then\ngit push'"));
  CHECK(puts_away("sudo -E true; /usr/bin/git commit -m 'Add it'"));
  CHECK(puts_away("make deploy --dry-run && git push"));
  CHECK_FALSE(puts_away(""));
}
