#include "findings/left_out.h"

#include <doctest/doctest.h>

#include <string>

#include "support/talk.h"

using namespace context_rot;
using findings::is_left_out;
using transcript::EntryKind;

namespace {

bool left_out(EntryKind kind, const std::string& text) {
  test::Talk talk;
  talk.add(kind, test::Talk::text_block(text));
  return is_left_out(talk.conversation.entries[0]);
}

const std::string stub =
    std::string(findings::left_out_opening) + "an output, about 900 tokens. It is stale.]";

}  // namespace

TEST_CASE("what a fork has left out is known again") {
  CHECK(left_out(EntryKind::tool_result, stub));
  CHECK(left_out(EntryKind::assistant, stub));
  CHECK(left_out(EntryKind::assistant,
                 "First this. [Correction: Previous response was wrong about it. User clarified: "
                 "that.] [Left out by context-curate: what was wrong] Then that."));
  CHECK(left_out(EntryKind::assistant,
                 "[Left out by context-curate: a decision that no longer holds; now: \"use B\"] "
                 "Go on."));
}

TEST_CASE("an answer that quotes a fork's words, or speaks of them, is not left out") {
  CHECK_FALSE(left_out(EntryKind::assistant, "The line `" + stub + "` stands for the log."));
  CHECK_FALSE(left_out(EntryKind::assistant, "It says: " + stub + " So read the file again."));
  CHECK_FALSE(left_out(EntryKind::assistant, stub + " is what the fork put there."));
  CHECK_FALSE(left_out(EntryKind::assistant,
                       "`[Left out by context-curate: what was wrong]` stands behind each note."));
  CHECK_FALSE(left_out(EntryKind::tool_result, stub + "\nsecond line of a file"));
}
