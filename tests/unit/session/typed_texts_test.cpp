// What the person typed in a conversation, read once.

#include "session/typed_texts.h"

#include <doctest/doctest.h>

#include "support/talk.h"

using namespace context_rot::session;
using context_rot::test::Talk;

TEST_CASE("typed texts: those of the person, found by their entry") {
  Talk talk;
  talk.prompt("Water the plants.\n```\nlog line\n```\nThen the roses.");
  talk.says("Watered.");
  talk.prompt("thanks");
  const TypedTexts typed(talk.conversation);
  CHECK(std::distance(typed.begin(), typed.end()) == 2);
  const TypedText& first = typed.at(0);
  CHECK(first.entry == 0);
  CHECK(first.text.find("log line") != std::string::npos);
  CHECK(first.own.find("log line") == std::string::npos);
  REQUIRE(first.sentences.size() == 2);
  CHECK(first.sentences[1].folded == "then the roses.");
  CHECK(typed.at(1).text.empty());  // an answer
  CHECK(typed.at(99).text.empty());
  CHECK(typed.from(1)->text == "thanks");
}

TEST_CASE("typed texts: subagents' prompts are not the person's") {
  Talk talk;
  talk.prompt("count the seeds");
  talk.conversation.entries.back().sidechain = true;
  const TypedTexts typed(talk.conversation);
  CHECK(typed.begin() == typed.end());
}
