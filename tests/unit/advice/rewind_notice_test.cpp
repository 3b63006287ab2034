#include "advice/rewind_notice.h"

#include <doctest/doctest.h>

#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::advice;

TEST_CASE("rewind: said at the prompt after the third failure, and only there") {
  test::Talk talk;
  talk.prompt("run the api tests against the new endpoint");
  talk.fail("npm test -- api");
  talk.says("I will change the port.");
  CHECK_FALSE(newly_failed(talk.conversation).due);
  talk.prompt("try again");
  talk.fail("npm test -- api");
  talk.fail("npm test -- api");
  talk.says("Still failing.");
  const auto attempts = newly_failed(talk.conversation).due;
  REQUIRE(attempts);
  CHECK(attempts->times == 3);
  CHECK(attempts->prompt == "run the api tests against the new endpoint");
  CHECK(rewind_notice(*attempts, config::Language::english) ==
        "3 failed attempts at `npm test -- api`. Consider /rewind "
        "(double Esc) to \"run the api tests against the new endpoint\", and tell Claude what you "
        "learned.");
  talk.prompt("what about the port?");
  talk.fail("npm test -- api");
  CHECK_FALSE(newly_failed(talk.conversation).due);
}

TEST_CASE("rewind: not where it succeeded in the end, nor for different things") {
  test::Talk solved;
  solved.prompt("run the tests");
  solved.fail("npm test");
  solved.fail("npm test");
  solved.fail("npm test");
  solved.run("npm test", "ok");
  CHECK_FALSE(newly_failed(solved.conversation).due);
  test::Talk different;
  different.prompt("look around");
  different.fail("cat a.txt");
  different.fail("make");
  different.fail("curl http://x");
  CHECK_FALSE(newly_failed(different.conversation).due);
  CHECK_FALSE(newly_failed(test::Talk().conversation).due);
}

TEST_CASE("rewind: reports of what was seen are no failed attempts") {
  const correction::Detector detector;
  test::Talk talk;
  talk.prompt("keep a log of the kettle");
  talk.says("The log is written.");
  talk.prompt("I can't see the kettle in the log");
  talk.says("It comes when the water boils.");
  CHECK_FALSE(newly_corrected(talk.conversation, "the log of the kettle is still empty", detector));
}

TEST_CASE("rewind: the second correction of one thing, and only that") {
  const correction::Detector detector;
  const std::string once = "no, that's wrong, I said the cache is in Postgres, not in Redis";
  const std::string again = "no, still wrong. I told you: the cache belongs in Postgres, not Redis";
  test::Talk talk;
  talk.prompt("move the sessions to the cache");
  talk.says("The sessions are in Redis now.");
  CHECK_FALSE(newly_corrected(talk.conversation, once, detector));
  talk.prompt(once);
  talk.says("I moved the cache to Redis cluster.");
  const auto attempts = newly_corrected(talk.conversation, again, detector);
  REQUIRE(attempts);
  CHECK(attempts->prompt == "move the sessions to the cache");
  CHECK_FALSE(newly_corrected(talk.conversation, once + "\n", detector));  // sent again
  CHECK_FALSE(newly_corrected(talk.conversation, "now add a test for the parser", detector));
  CHECK_FALSE(newly_corrected(talk.conversation,
                              "no, that's wrong, the button should be blue, not green", detector));
  test::Talk committed = talk;
  committed.run("git commit -qam 'Move the cache'", "");
  CHECK_FALSE(newly_corrected(committed.conversation, again, detector));
  talk.prompt(again);
  talk.says("The cache is in Redis.");
  CHECK_FALSE(newly_corrected(talk.conversation, again, detector));
}
