#include "correction/reply.h"

#include <doctest/doctest.h>

using namespace context_rot::correction;

namespace {

Reply read(std::string_view answer) {
  static const Lexicon lexicon;
  return read_reply(answer, lexicon);
}

}  // namespace

TEST_CASE("the model's line") {
  const Reply reply = read(
      "[Correction: Previous response was wrong about the name of the column. User clarified: it "
      "is "
      "user_id.]\n\nFixed.");
  CHECK(reply.kind == ReplyKind::correction);
  CHECK(reply.wrong == "the name of the column");
  CHECK(reply.clarified == "it is user_id");
  CHECK(read("**[Correction: Previous response was wrong about X. User clarified: Y.]**").wrong ==
        "X");
  CHECK(read("[correction: no form at all").kind == ReplyKind::correction);
  CHECK_FALSE(read("[Correction: no form at all]").wrong);
  CHECK(read("[Not a correction]\nHere it is.").kind == ReplyKind::refusal);
}

TEST_CASE("not the model's line") {
  CHECK(read("The note would be [Correction: Previous response was wrong about X.]").kind ==
        ReplyKind::silent);
  CHECK(read("```\n[Correction: Previous response was wrong about X.]\n```").kind ==
        ReplyKind::silent);
  CHECK(read("").kind == ReplyKind::silent);
  CHECK(read("I'll add the tests now.").kind == ReplyKind::silent);
}

TEST_CASE("acknowledgements") {
  for (const char* answer :
       {"You're right, I used the wrong column.", "You're absolutely right!",
        "Good catch! Fixing it.", "Tienes raz\u00f3n, lo corrijo.", "I apologize for the mistake.",
        "Vous avez raison.", "Du hast recht."}) {
    CHECK_MESSAGE(read(answer).kind == ReplyKind::acknowledged, std::string(answer));
  }
  CHECK(read("All done. You're right to ask for tests.").kind == ReplyKind::silent);
}
