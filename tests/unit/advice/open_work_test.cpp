#include "advice/open_work.h"

#include <doctest/doctest.h>

#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::advice;

namespace {

struct Looked {
  OpenWork open;
  PhaseEnd phase;
};

Looked look(const test::Talk& talk) {
  const auto view = session::view_of(talk.conversation, {});
  OpenWork open = open_work(view);
  const PhaseEnd phase = phase_end(view, open);
  return {std::move(open), phase};
}

test::Talk committed() {
  test::Talk talk;
  talk.prompt("weigh the parcels at the door");
  talk.edit("/p/scale.py");
  talk.run("git commit -qam 'Weigh parcels'", "");
  talk.says("The parcels are weighed, and it is committed.");
  return talk;
}

void todos(test::Talk& talk, const std::string& first, const std::string& second) {
  talk.call("TodoWrite",
            {{"todos",
              {{{"content", "weigh the parcels"}, {"status", first}},
               {{"content", "print the label"}, {"status", second}}}}},
            "Todos have been modified");
}

}  // namespace

TEST_CASE("phase end: the work of the last turn is committed") {
  const Looked looked = look(committed());
  CHECK_FALSE(looked.open.any());
  CHECK(looked.phase == PhaseEnd::committed);
}

TEST_CASE("phase end: a question on committed work is answered") {
  test::Talk talk = committed();
  talk.prompt("which scale does it use?");
  talk.read("/p/scale.py");
  talk.says("The one at the door.");
  CHECK(look(talk).phase == PhaseEnd::answered);
  // Without any work that was put away, a talk has no phases.
  test::Talk only_talk;
  only_talk.prompt("which scale is there?");
  only_talk.says("The one at the door.");
  CHECK_FALSE(look(only_talk).open.any());
  CHECK(look(only_talk).phase == PhaseEnd::none);
}

TEST_CASE("phase end: two questions in a row behind any work") {
  test::Talk talk;
  talk.prompt("weigh the parcels at the door");
  talk.edit("/p/scale.py");
  talk.says("They are weighed.");
  talk.prompt("in which unit?");
  talk.says("In grams.");
  CHECK(look(talk).phase == PhaseEnd::none);
  talk.prompt("and how exactly?");
  talk.read("/p/scale.py");
  talk.says("To the gram.");
  CHECK(look(talk).phase == PhaseEnd::answered);
  talk.prompt("round it");
  talk.edit("/p/scale.py");
  talk.says("Rounded.");
  CHECK(look(talk).phase == PhaseEnd::none);
}

TEST_CASE("phase end: the last task is done") {
  test::Talk talk;
  talk.prompt("weigh the parcels and print the label");
  todos(talk, "completed", "in_progress");
  talk.says("One is left.");
  CHECK(look(talk).open.tasks == std::vector<std::string>{"print the label"});
  CHECK(look(talk).phase == PhaseEnd::none);
  talk.prompt("go on");
  talk.edit("/p/label.py");
  todos(talk, "completed", "completed");
  talk.says("Both are done.");
  CHECK(look(talk).phase == PhaseEnd::tasks_done);
}

TEST_CASE("open: what was changed since the last commit") {
  test::Talk talk = committed();
  talk.prompt("round the weight");
  talk.edit("/p/scale.py");
  talk.says("Rounded.");
  CHECK(look(talk).open.uncommitted);
  CHECK(look(talk).phase == PhaseEnd::none);
  // A session that never commits does not say whether its changes are finished.
  test::Talk never;
  never.prompt("round the weight");
  never.edit("/p/scale.py");
  never.says("Rounded.");
  CHECK_FALSE(look(never).open.any());
  CHECK(look(never).phase == PhaseEnd::none);
}

TEST_CASE("open: an attempt that failed, a question of the model, a turn without an answer") {
  test::Talk failing = committed();
  failing.prompt("run the test of the scale");
  failing.fail("make test");
  failing.says("It fails.");
  CHECK(look(failing).open.failing);
  test::Talk asking = committed();
  asking.prompt("what about the label?");
  asking.says("It can be printed. Shall I do that?");
  CHECK(look(asking).open.asks);
  test::Talk cut = committed();
  cut.prompt("print the label");
  cut.ask("Bash", {{"command", "make label"}});
  CHECK(look(cut).open.unanswered);
  test::Talk silent = committed();
  silent.prompt("print the label");
  CHECK(look(silent).open.unanswered);
  CHECK(look(silent).phase == PhaseEnd::none);
  CHECK_FALSE(look(test::Talk()).open.any());
}
