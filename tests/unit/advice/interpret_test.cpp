#include "advice/interpret.h"

#include <doctest/doctest.h>

#include <string>

#include "advice/schedule.h"

using namespace context_rot::advice;
using namespace context_rot::session;

namespace {

bool has(const Diagnosis& diagnosis, std::string_view issue) {
  return std::find(diagnosis.issues.begin(), diagnosis.issues.end(), issue) !=
         diagnosis.issues.end();
}

}  // namespace

TEST_CASE("every issue alone and together") {
  for (int bits = 0; bits < 16; ++bits) {
    CAPTURE(bits);
    const Diagnosis d = interpret({bits & 1 ? "Yes, src/old.ts" : "No.",
                                   bits & 2 ? "yes: the old structure" : "No, all clear",
                                   bits & 4 ? "s\u00ed, dos" : "none",
                                   bits & 8 ? "goal 4, state 5, next 6" : "9, 8, 7"});
    const int issues = (bits & 1) + (bits >> 1 & 1) + (bits >> 2 & 1) + (bits >> 3 & 1);
    CHECK(d.issues.size() == static_cast<std::size_t>(issues));
    CHECK(has(d, "stale_references") == ((bits & 1) != 0));
    CHECK(has(d, "architectural_confusion") == ((bits & 2) != 0));
    CHECK(has(d, "decision_conflicts") == ((bits & 4) != 0));
    CHECK(has(d, "low_confidence") == ((bits & 8) != 0));
    CHECK(d.level == (issues >= 3   ? Severity::severe
                      : issues >= 1 ? Severity::moderate
                                    : Severity::mild));
  }
}

TEST_CASE("clarity") {
  const auto low = [](std::string_view clarity) {
    return has(interpret({"no", "no", "no", clarity}), "low_confidence");
  };
  CHECK_FALSE(low("6"));
  CHECK_FALSE(low("5, 6, 7"));
  CHECK(low("5, 6, 6"));
  CHECK(low("5.9"));
  CHECK_FALSE(low("6.0"));
  CHECK_FALSE(low("very clear"));  // no number: not known
  CHECK_FALSE(low(""));
  CHECK_FALSE(low("7/10"));
  CHECK(low("5/10, 6 / 10"));
  CHECK_FALSE(low("1. goal: 8\n2. state: 9\n3. next: 7"));
  CHECK_FALSE(low("10"));
  CHECK_FALSE(low("80 %"));  // no number of the scale
  CHECK(low(std::string(100000, '1') + " 3"));
}

TEST_CASE("answers that begin with neither yes nor no") {
  const auto stale = [](std::string_view answer) {
    return has(interpret({answer, "no", "no", "9"}), "stale_references");
  };
  CHECK(stale("I still refer to utils.ts, which was deleted"));
  CHECK(stale("not sure"));
  CHECK(stale("**Yes**"));
  CHECK_FALSE(stale(""));
  CHECK_FALSE(stale("- No: everything exists"));
  CHECK_FALSE(stale("Nothing was deleted"));
  CHECK_FALSE(stale("All files that I use are there"));
  CHECK_FALSE(stale("Ninguno"));
  CHECK(interpret({"", "I may be mixing both layouts", "", ""}).level == Severity::moderate);
}

TEST_CASE("questions in both languages") {
  for (const Language language : {Language::english, Language::spanish}) {
    for (const std::string_view question : diagnostic_questions(language)) {
      CHECK(question.size() > 40);
    }
  }
}

TEST_CASE("when to compact") {
  const ScheduleLimits limits;
  CHECK_FALSE(schedule({79, 119, 39, 79999, {}}, limits).compact_now);
  CHECK(schedule({80, 0, 0, 0, {}}, limits).compact_now);
  CHECK(schedule({0, 120, 0, 0, {}}, limits).compact_now);
  CHECK(schedule({0, 0, 40, 0, {}}, limits).compact_now);
  CHECK(schedule({0, 0, 0, 80000, {}}, limits).compact_now);
  CHECK(schedule({80, 120, 40, 80000, {Event::context_switch}}, limits).reasons.size() == 5);
  CHECK(schedule({0, 0, 0, 0, {Event::feature_complete}}, limits).reasons.at(0) ==
        "feature complete");
  CHECK_FALSE(schedule({500, 500, 0, 0, {}}, {0, 0, 40, 0}).compact_now);
  for (const Event event : {Event::feature_complete, Event::decision_changed,
                            Event::debugging_resolved, Event::context_switch}) {
    CHECK(event_of(name_of(event)) == event);
  }
  CHECK_FALSE(event_of("lunch"));
}
