#include "session/decision.h"

#include <doctest/doctest.h>

#include "session/revert_request.h"
#include "support/talk.h"

using namespace context_rot::session;
using namespace context_rot::transcript;
using context_rot::test::Talk;

namespace {

std::vector<Decision> decisions(const std::vector<std::string>& texts) {
  Talk talk;
  for (const std::string& text : texts) talk.says(text);
  return decisions_of(talk.conversation, tool_uses(talk.conversation),
                      TypedTexts(talk.conversation));
}

Decision only(const std::string& text) {
  const auto found = decisions({text});
  REQUIRE_MESSAGE(found.size() == 1, text);
  return found[0];
}

}  // namespace

TEST_CASE("what was decided, and about what") {
  CHECK(only("We decided to use Postgres for the lock.").choice == "Postgres");
  CHECK(only("We decided to use Postgres for the lock.").topic == "the lock");
  CHECK(only("Ok, let's use `pnpm`, it is faster.").choice == "pnpm");
  CHECK(only("Let's go with the second option").choice == "the second option");
  CHECK(only("Use of tabs: we'll use tabs instead of spaces.").instead_of == "spaces");
  const Decision from = only("I switched from Redis to Postgres for sessions.");
  CHECK(from.instead_of == "Redis");
  CHECK(from.choice == "Postgres");
  CHECK(from.topic == "sessions");
  CHECK(only("Yes, go with 1").choice == "1");
  CHECK(only("Vamos con SQLite para la cach\u00e9.").choice == "SQLite");
  CHECK(only("Al final usaremos Go").choice == "Go");
  CHECK(only("First.\nDecided to implement retries because of the proxy.\nLast.").sentence ==
        "Decided to implement retries because of the proxy");
}

TEST_CASE("what is no decision") {
  for (const char* text : {"Should we go with Redis?",
                           "If we switch to Redis, it is faster.",
                           "We did not switch to Redis.",
                           "Don't go with Redis.",
                           "We could go with Redis.",
                           "```\nlet's use Redis\n```",
                           "> let's use Redis",
                           "The cargo with wings",
                           "",
                           "let's use",
                           "\u00bfVamos con Redis?",
                           "we decided to use ",
                           "Switch to the other tab.",
                           "let's implement the menu",
                           "Option C: we'll use Redis",
                           "This is what we'll use in CI.",
                           "let's use it",
                           "ahora vamos con implementar el menu",
                           "it will go with the flow",
                           "switched to branch main"}) {
    CAPTURE(text);
    CHECK(decisions({text}).empty());
  }
}

TEST_CASE("which decisions hold") {
  const auto states = [](const std::vector<std::string>& texts) {
    std::string out;
    for (const Decision& d : decisions(texts)) out += d.state == DecisionState::active ? 'a' : 's';
    return out;
  };
  CHECK(states({"Decided to use Redis for the lock.", "Decided to use Postgres for the lock."}) ==
        "sa");
  CHECK(states({"Decided to use Redis for the lock.", "Decided to use Go for the client."}) ==
        "aa");
  CHECK(states({"Decided to use Redis for the lock.", "Decided to use redis for the lock"}) ==
        "aa");
  CHECK(states({"Let's use Redis.", "Let's use Postgres instead of Redis."}) == "sa");
  CHECK(states({"Let's use Redis.", "Let's use Postgres instead."}) == "sa");
  CHECK(states({"Let's use Redis.", "Let's use Postgres."}) == "aa");  // not about the same
  CHECK(states({"Let's use Redis.", "I switched from Redis to Postgres."}) == "sa");
  CHECK(states({"Use it: let's use Postgres for users.",
                "Let's use Redis instead of Postgres for jobs."}) == "aa");
  CHECK(states({"Decided to use A for the lock.", "Decided to use B for the lock.",
                "Decided to use C for our lock."}) == "ssa");
}

TEST_CASE("answers to questions that were asked") {
  Talk talk;
  talk.prompt("set it up");
  talk.call("AskUserQuestion", {{"questions", {{{"question", "Which store?"}}}}},
            "User has answered your questions: \"Which store?\"=\"Redis\", \"Where?\"=\"EU, say\". "
            "You can now continue with the user's answers in mind.");
  talk.call("AskUserQuestion", {{"questions", {{{"question", "Which store?"}}}}},
            "User has answered your questions: \"Which store?\"=\"Postgres\".");
  talk.call("AskUserQuestion", {{"questions", {}}}, "odd \"text\" \"=");
  const auto found =
      decisions_of(talk.conversation, tool_uses(talk.conversation), TypedTexts(talk.conversation));
  REQUIRE(found.size() == 3);
  CHECK(found[0].topic == "Which store");
  CHECK(found[0].choice == "Redis");
  CHECK(found[0].by_user);
  CHECK(found[0].state == DecisionState::superseded);
  CHECK(found[0].superseded_by == 2);
  CHECK(found[1].choice == "EU, say");
  CHECK(found[2].state == DecisionState::active);
}

TEST_CASE("an answer with quotes of its own is whole, and \"actually\" takes it back") {
  Talk talk;
  talk.prompt("paint it");
  talk.call("AskUserQuestion", {{"questions", {{{"question", "Which name?"}}}}},
            "User has answered your questions: \"Which name?\"=\"The one on top (it says "
            "\"Gate\". Keep it\", \"Which paint?\"=\"Oil\". You can now continue.");
  const auto read = [&] {
    return decisions_of(talk.conversation, tool_uses(talk.conversation),
                        TypedTexts(talk.conversation));
  };
  REQUIRE(read().size() == 2);
  CHECK(read()[0].choice == "The one on top (it says \"Gate\". Keep it");
  CHECK(read()[1].choice == "Oil");
  CHECK(read()[1].state == DecisionState::active);
  talk.prompt("actually let's go with the water paint you recommended");
  REQUIRE(read().size() == 3);
  CHECK(read()[1].state == DecisionState::superseded);
}

TEST_CASE("requests to take something back") {
  for (const char* text : {"revert that",
                           "Please revert the last change",
                           "no, undo it",
                           "Undo",
                           "can you revert this?",
                           "let's drop this",
                           "ok, scrap everything",
                           "let's abandon the idea",
                           "roll back your changes",
                           "that is worse. Throw it away and think again",
                           "hmm, forget that approach",
                           "deshaz eso",
                           "mejor olvida ese enfoque",
                           "I think we should revert that",
                           "go back to the last commit",
                           "can we undo all of this please?",
                           "I've reverted your changes, look again",
                           "vuelve a la versi\u00f3n anterior",
                           "let's drop that for now",
                           "revierte los cambios, por favor",
                           "vuelve atr\u00e1s"}) {
    CAPTURE(text);
    CHECK(revert_request(text).asked);
  }
  for (const char* text : {"add an undo button",
                           "implement undo and redo",
                           "don't revert it",
                           "should we revert it?",
                           "the revert command fails",
                           "why did you drop the index?",
                           "write a migration with rollback",
                           "drop-down menu",
                           "explain how to undo a commit",
                           "",
                           "the column to drop is old",
                           "`revert that`",
                           "drop the column name",
                           "let's go back to the parser now",
                           "after an undo nothing happens",
                           "I reverted to Java 8 years ago?",
                           "restore scrolling",
                           "drop that table",
                           "no revert please",
                           "we should not undo it",
                           "do not undo the change"}) {
    CAPTURE(text);
    CHECK_FALSE(revert_request(text).asked);
  }
  CHECK(revert_request("let's drop this approach").wide);
  CHECK(revert_request("revert everything").wide);
  CHECK_FALSE(revert_request("revert that").wide);
}
