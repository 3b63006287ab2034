#include "correction/excuse.h"

#include <doctest/doctest.h>

using namespace context_rot::correction;

namespace {

std::string_view excuse(std::string_view text, std::string_view previous = "It is done.") {
  static const Lexicon lexicon;
  return excuse_of({previous, text, {}}, read_text(text, Speaker::user, lexicon),
                   read_previous(previous, lexicon));
}

}  // namespace

TEST_CASE("excuse: what is polite rejects nothing") {
  for (const char* text : {"No, thanks", "no idea", "Not bad!", "never mind",
                           "no, that's all for today", "ok, no need, I will do it myself",
                           "nada mal!", "Pas mal !", "Nicht schlecht!", "no changes needed"}) {
    CHECK_MESSAGE(excuse(text) == "is polite", text);
  }
}

TEST_CASE("excuse: what is said beside it takes it away") {
  for (const char* text :
       {"not bad, but the colours are wrong", "no need to add a cache",
        "no idea why it still fails", "no thanks, undo that", "my bad, but you broke the build too",
        "double check the totals, they are wrong", "no error message is shown, it just hangs",
        "what happens if I click? I get an error"}) {
    CHECK_MESSAGE(excuse(text).empty(), text << ": " << excuse(text));
  }
}

TEST_CASE("excuse: own slips, another look, what if") {
  CHECK(excuse("sorry, I picked the wrong file") == "a slip of the person's own");
  CHECK(excuse("perdón, me equivoqué de archivo") == "a slip of the person's own");
  CHECK(excuse("double check") == "asks to look again");
  CHECK(excuse("please verify this too") == "asks to look again");
  CHECK(excuse("what happens when Redis is not running?") == "asks what would happen");
}

TEST_CASE("excuse: an answer to the question before") {
  const char* const answers = "answers the question before";
  CHECK(excuse("not Redis, Postgres", "Redis or Postgres?") == answers);
  CHECK(excuse("it hangs, no error at all", "Does it crash, or does it hang?") == answers);
  CHECK(excuse("no, they stay in the table until the end of the year", "Delete them?") == answers);
  CHECK(excuse("no, that's wrong, they are deleted already", "Delete them?").empty());
  CHECK(excuse("not Redis, Postgres", "I chose Redis.").empty());
}
