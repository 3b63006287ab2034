#include "fork/complete_turn.h"

#include <doctest/doctest.h>

#include "support/talk.h"

using namespace context_rot;
using fork::entries_of_complete_turns;
using test::Talk;
using transcript::EntryKind;

TEST_CASE("a turn that waits is cut, from its prompt on") {
  Talk talk;
  talk.prompt("build it");
  talk.says("Built.");
  CHECK(entries_of_complete_turns(talk.conversation) == 2);
  talk.prompt("and test it");
  CHECK(entries_of_complete_turns(talk.conversation) == 2);
  talk.ask("Bash", {{"command", "make test"}});
  CHECK(entries_of_complete_turns(talk.conversation) == 2);
}

TEST_CASE("a notification behind a finished turn takes nothing of the turn with it") {
  Talk talk;
  talk.prompt("build it");
  talk.run("make", "ok");
  talk.says("Built.");
  const auto attachment = talk.add(EntryKind::attachment, {});
  talk.add(EntryKind::task_notification, Talk::text_block("the watcher has ended"));
  CHECK(entries_of_complete_turns(talk.conversation) == attachment + 1);
  talk.ask("Bash", {{"command", "cat log"}});
  CHECK(entries_of_complete_turns(talk.conversation) == attachment + 1);
  talk.says("Nothing new in it.");
  CHECK(entries_of_complete_turns(talk.conversation) == talk.conversation.entries.size());
}

TEST_CASE("a notification within a turn does not end it") {
  Talk talk;
  talk.prompt("build it");
  talk.says("Built.");
  const auto second = talk.prompt("again");
  talk.run("make", "ok");
  talk.add(EntryKind::task_notification, Talk::text_block("the watcher has ended"));
  CHECK(entries_of_complete_turns(talk.conversation) == second);
}
