// What is left open at the end, and what finishes it; commits in every form.

#include "session/open_work.h"

#include <doctest/doctest.h>

#include "session/commit.h"
#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::session;
using namespace context_rot::transcript;
using test::Talk;
using Texts = std::vector<std::string>;

namespace {

Texts open(const Talk& talk) {
  const auto uses = tool_uses(talk.conversation);
  const auto turns = turns_of(talk.conversation);
  const Progress progress = progress_of(uses);
  const TypedTexts typed(talk.conversation);
  const Finishing finishing(talk.conversation, uses, turns, progress, typed);
  Texts out;
  for (const FromEntry& step : open_work(talk.conversation, turns, typed, finishing, 12)) {
    out.push_back(step.text);
  }
  return out;
}

bool finished(const Talk& talk, const std::string& step) {
  const auto uses = tool_uses(talk.conversation);
  const auto turns = turns_of(talk.conversation);
  const TypedTexts typed(talk.conversation);
  return Finishing(talk.conversation, uses, turns, progress_of(uses), typed).finishes(step, 0);
}

Texts commits(const std::string& command, const std::string& output) {
  Talk talk;
  talk.run(command, output);
  return commits_of(tool_uses(talk.conversation).front());
}

}  // namespace

TEST_CASE("what the last answer offers and leaves") {
  Talk talk;
  talk.prompt("dig the pond");
  talk.says("The pond is dug. Not done: I haven't tested the pump. Want me to fill it?");
  CHECK(open(talk) == Texts{"Not done: I haven't tested the pump.", "Want me to fill it?"});
  talk.prompt("how deep is it?");
  talk.says("Two feet. Nothing else is open.");
  // The offer was answered by going on; what was not done still is not.
  CHECK(open(talk) == Texts{"Not done: I haven't tested the pump."});
  talk.prompt("test the pump");
  talk.says("Tested the pump: it runs.");
  CHECK(open(talk).empty());
}

TEST_CASE("open work: what is told in between, half sentences and none are no steps") {
  Talk talk;
  talk.prompt("dig the pond");
  talk.says("The hole is not yet deep. Digging on.");
  talk.run("dig", "ok");
  talk.says("Done. Next step:\n```bash\nfill --all\n```\nNo remaining work.");
  CHECK(open(talk).empty());
}

TEST_CASE("open work: what the person puts off") {
  Talk talk;
  talk.prompt("dig the pond. Let's do the fence in a separate PR");
  talk.says("Dug.");
  CHECK(open(talk) == Texts{"Let's do the fence in a separate PR"});
  Talk spanish;
  spanish.prompt("cava el estanque");
  spanish.says("Hecho. Queda por probar la bomba.");
  CHECK(open(spanish) == Texts{"Queda por probar la bomba."});
}

TEST_CASE("what finishes a step") {
  Talk talk;
  talk.prompt("dig the pond");
  CHECK_FALSE(finished(talk, "commit the pond"));
  talk.run("git commit -m 'pump: close the valve (pond-6)'",
           "[main 1234567] pump: close the valve (pond-6)\n 1 file changed");
  CHECK(finished(talk, "commit the pond"));
  CHECK(finished(talk, "pond-6 (in progress): a valve"));
  CHECK(finished(talk, "close the valve of the pump"));
  CHECK_FALSE(finished(talk, "push it"));
  CHECK_FALSE(finished(talk, "paint the fence green"));
  // In another repository it is not this commit.
  CHECK_FALSE(finished(talk, "the notes are left uncommitted in that repo"));
}

TEST_CASE("a step for the person ends when they tell that it is done") {
  Talk talk;
  talk.prompt("water the garden by itself");
  talk.says(
      "The hose is set up. You still need to open the tap by the shed, that is not yet done.");
  CHECK(open(talk).size() == 1);
  Talk silent = talk;
  silent.prompt("how long is the hose?");
  silent.says("Ten feet.");
  CHECK(open(silent).size() == 1);
  talk.prompt("okay, now that's set. How long is the hose?");
  talk.says("Ten feet.");
  CHECK(open(talk).empty());
}

TEST_CASE("an open number ends with its own news") {
  Talk talk;
  talk.prompt("review the fence");
  talk.says("Ticket #31 is still open for the gate hinges and the paint of the southern side.");
  CHECK(open(talk).size() == 1);
  Talk other = talk;
  other.prompt("close the other one");
  other.says("Ticket #32 is closed.");
  CHECK(open(other).size() == 1);
  talk.prompt("close it");
  talk.says("Closed: #31 is closed.");
  CHECK(open(talk).empty());
}

TEST_CASE("open work: what only sounds open") {
  for (const char* text :
       {"The pump is in place, ready to run.", "Draft: no, it is already ready for review.",
        "The check found a \"still open\" valve that had been shut before.",
        "Your call whether to paint the gate before merging the two."}) {
    Talk talk;
    talk.prompt("dig the pond");
    talk.says(text);
    talk.prompt("how deep is it?");
    talk.says("Two feet.");
    CHECK_MESSAGE(open(talk).empty(), text);
  }
}

TEST_CASE("steps that are none") {
  for (const char* text : {"None", "none explicitly stated", "No next step is warranted", "```bash",
                           "Run the tests and commit:", "Waiting for the user to decide", "N/A",
                           "Ninguno por ahora", "no queda nada", "cap feina pendent"}) {
    CHECK_MESSAGE(!is_step(text), text);
  }
  for (const char* text : {"test the pump", "docs", "escribir la prueba", "pond-6: a valve"}) {
    CHECK_MESSAGE(is_step(text), text);
  }
}

TEST_CASE("commits in every form") {
  CHECK(commits("git commit -m x", "[main 4f1c2aa] dig the pond\n 1 file") ==
        Texts{"4f1c2aa: dig the pond"});
  CHECK(commits("git add -A && git commit -q -m \"dig the pond\" && git log --oneline -1",
                "1a2b3c4 dig the pond") == Texts{"1a2b3c4: dig the pond"});
  CHECK(commits("git commit -q -F - <<'EOF'\ndig the pond\n\nbody\nEOF", "") ==
        Texts{"dig the pond"});
  CHECK(commits("git -C /p commit -qam 'dig the pond' -m body", "") == Texts{"dig the pond"});
  CHECK(commits("git commit --quiet -m \"$(cat <<'EOF'\ndig the pond\nEOF\n)\"", "") ==
        Texts{"dig the pond"});
  CHECK(commits("git commit -q --message='dig it'; git commit -qm 'fill it'", "") ==
        Texts{"dig it", "fill it"});
  CHECK(commits("git log --grep commit", "abc").empty());
  CHECK(commits("git commit --dry-run -m 'dig it'", "").empty());
  CHECK(commits("echo 'git commit -m x'", "").empty());
  CHECK(commits("git commit --amend --no-edit -q", "").empty());
}
