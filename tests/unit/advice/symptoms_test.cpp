#include "advice/symptoms.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::advice;
using namespace context_rot::session;
using test::Talk;

namespace {

Symptom symptom(const Talk& talk, std::string_view name, const FileState* files = nullptr) {
  const SessionView view = view_of(talk.conversation, {files, "/p", nullptr, nullptr});
  const auto all = symptoms_of(view);
  CHECK(all.size() == 10);
  const auto place =
      std::find_if(all.begin(), all.end(), [&](const Symptom& s) { return s.name == name; });
  REQUIRE(place != all.end());
  return *place;
}

}  // namespace

TEST_CASE("a short session tells little") {
  Talk talk;
  talk.prompt("hello");
  talk.says("hi");
  for (const char* name : {"corrected_more_often", "hedges", "slower", "declines",
                           "refers_to_deleted_files", "returns_to_abandoned"}) {
    CHECK(symptom(talk, name).sign == Sign::unknown);
  }
  CHECK(symptom(talk, "repeats_itself").sign == Sign::no);
  CHECK_FALSE(symptom(talk, "returns_to_abandoned").question.empty());
}

TEST_CASE("corrections and hedging that grow") {
  Talk talk;
  for (int i = 0; i < 4; ++i) {
    talk.prompt("add the next endpoint");
    talk.says("Done.");
  }
  talk.prompt("thanks");
  talk.says("The port is 80.");
  for (int i = 0; i < 3; ++i) {
    talk.prompt("no, that's wrong, the port is 8080, not 80");
    talk.says("I think it is probably 80. Which port do you want to use now?");
  }
  CHECK(symptom(talk, "corrected_more_often").sign == Sign::yes);
  CHECK(symptom(talk, "hedges").sign == Sign::yes);
  CHECK(symptom(talk, "asks_again").sign == Sign::yes);
  CHECK(symptom(talk, "slower").sign == Sign::no);
  CHECK(symptom(talk, "declines").sign == Sign::no);
}

TEST_CASE("deleted files and calls that repeat") {
  Talk talk;
  talk.prompt("look");
  talk.read("/p/old.ts");
  talk.says("old.ts is the entry point.");
  for (int i = 0; i < 3; ++i) talk.run("make", "nothing to do");
  test::MemoryFiles files;
  files.missing("/p/old.ts");
  const Symptom gone = symptom(talk, "refers_to_deleted_files", &files);
  CHECK(gone.sign == Sign::yes);
  CHECK(gone.evidence == "old.ts");
  CHECK(symptom(talk, "repeats_itself").sign == Sign::yes);
}
