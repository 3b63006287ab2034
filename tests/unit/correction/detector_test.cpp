#include "correction/detector.h"

#include <doctest/doctest.h>

#include "correction/contrast.h"

using namespace context_rot::correction;

namespace {

const Detector& detector() {
  static const Detector instance;
  return instance;
}

Verdict judge(std::string_view previous, std::string_view text) {
  return detector().detect({previous, text, {}});
}

}  // namespace

TEST_CASE("a correction has a note, cues and a kind") {
  const Verdict verdict = judge("I wrote the query. It selects the column `id` from accounts.",
                                "no, the column is called user_id, not id");
  CHECK(verdict.label == Label::correction);
  CHECK(verdict.noteworthy);
  CHECK(verdict.note.value_or("").starts_with("[Correction: Previous response was wrong about "));
  CHECK(verdict.note.value_or("").find("User clarified: ") != std::string::npos);
  CHECK_FALSE(verdict.cues.empty());
  CHECK_FALSE(verdict.kind.empty());
}

TEST_CASE("a failure report has no Y") {
  const Verdict verdict = judge("The crash is fixed now.", "it still crashes when I open it");
  CHECK(verdict.label == Label::failure_report);
  CHECK_FALSE(verdict.clarified);
  CHECK(verdict.kind.empty());
  CHECK(verdict.note.value_or("").starts_with("[Failure report: "));
}

TEST_CASE("notes") {
  CHECK(note_text(Label::correction, "the name", "it is id") ==
        "[Correction: Previous response was wrong about the name. User clarified: it is id.]");
  CHECK(note_text(Label::correction, {}, "why?") ==
        "[Correction: Previous response was wrong. User clarified: why?]");
  CHECK(note_text(Label::correction, {}, "that is bad", false) ==
        "[Correction: Previous response was wrong. User said: that is bad.]");
  CHECK(note_text(Label::failure_report, {}, "it fails") ==
        "[Failure report: Previous response does not work. User reports: it fails.]");
}

TEST_CASE("the first look") {
  for (const char* text :
       {"no, use the other one", "it still fails", "TypeError: x is not a function",
        "the limit should be 5", "sigue sin funcionar"}) {
    CHECK_MESSAGE(detector().worth_a_look(text), text);
  }
  for (const char* text : {"", "continue", "create a new branch and push it", "/compact"}) {
    CHECK_FALSE_MESSAGE(detector().worth_a_look(text), text);
  }
}

TEST_CASE("nothing found, nothing said") {
  for (const char* text : {"", "continue", "<task-notification>it is wrong</task-notification>"}) {
    const Verdict verdict = judge("Done.", text);
    CHECK(verdict.label == Label::none);
    CHECK(verdict.scores.rejected < 0.1);
    CHECK_FALSE(verdict.note);
    CHECK_FALSE(verdict.wrong);
  }
}

TEST_CASE("an acknowledgement afterwards raises the scores") {
  const std::string_view previous = "The total is computed from the weekly averages.";
  const std::string_view text = "the total is the sum of all games, not of the averages";
  const double live = detector().detect({previous, text, {}}).scores.rejected;
  const double agreed = detector()
                            .detect({previous, text, "You're right, I apologize. Let me fix it."})
                            .scores.rejected;
  const double other =
      detector().detect({previous, text, "Great! Next I'll add it."}).scores.rejected;
  CHECK(agreed > live);
  CHECK(agreed > other);
}

TEST_CASE("limits stand in the place of the model's cut-offs") {
  const Detector strict(Lexicon(), Model(), {0.999, {}, {}, {}});
  CHECK(strict.detect({"Done.", "no, use the other column", {}}).label == Label::none);
  const Detector never_tagged(Lexicon(), Model(), {{}, 1.0, {}, {}});
  CHECK(never_tagged.detect({"I used id.", "no, the column is called user_id, not id", {}}).label ==
        Label::failure_report);
}

TEST_CASE("what every feature added") {
  std::vector<Contribution> why;
  detector().detect({"Done.", "no, it should be blue", {}}, &why);
  REQUIRE_FALSE(why.empty());
  CHECK(std::abs(why.front().rejected) + std::abs(why.front().correction) >=
        std::abs(why.back().rejected) + std::abs(why.back().correction));
}

TEST_CASE("X and Y are never cut blindly") {
  const std::string filler(3000, 'x');
  std::string previous = "The port is set to 8080 in the server";
  for (int i = 0; i < 60; ++i) previous += ", with many more words in this clause";
  previous += ".";
  std::string text = "no, the port should be 9000";
  for (int i = 0; i < 60; ++i) text += ", and there is much more to say about it";
  const Verdict verdict = judge(previous, text);
  REQUIRE(verdict.clarified);
  CHECK(verdict.clarified->size() <= max_clarified_bytes);
  CHECK(verdict.clarified->find("9000") != std::string::npos);
  CHECK(verdict.clarified->ends_with("it"));
  REQUIRE(verdict.wrong);
  CHECK(verdict.wrong->size() <= max_wrong_bytes);
  CHECK(judge(filler, filler).label == Label::none);
}

TEST_CASE("Y is without the verdict in front of it") {
  const std::string previous = "The lock is in Redis, as the plan says.";
  for (const std::string prompt : {"no, that's wrong: the lock is in Postgres",
                                   "That is not right. the lock is in Postgres"}) {
    CHECK(judge(previous, prompt).clarified.value_or("") == "the lock is in Postgres");
  }
}

TEST_CASE("the work is bounded, whatever is typed") {
  // 1 MB of anything: no more tokens than a short text has, so the time cannot grow with it.
  for (const std::string& unit :
       std::vector<std::string>{"no, ", " ", "x", "a b ", "\n", "`", "\"", "http://", "not "}) {
    std::string text;
    while (text.size() < (1u << 20)) text += unit;
    CHECK(read_prose(text).tokens.size() <= max_tokens);
    const Verdict verdict = judge(text, text);
    CHECK(verdict.scores.rejected >= 0);
    CHECK(verdict.scores.rejected <= 1);
  }
}
