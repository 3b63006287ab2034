#include "advice/rubric.h"

#include <doctest/doctest.h>

using namespace context_rot;
using namespace context_rot::advice;
using window::Band;

namespace {

Facts at(int percent) {
  Facts facts;
  facts.session = true;
  facts.prompts = 5;
  facts.fullness.percent = percent;
  facts.fullness.band = window::band_of(percent, {});
  facts.fullness.used = 2000 * percent;
  facts.fullness.window = 200'000;
  return facts;
}

Attempts three_failures() {
  Attempts attempts;
  attempts.target = "npm test";
  attempts.times = 3;
  return attempts;
}

std::string_view option(const Facts& facts) {
  return name_of(decide(facts).option);
}

std::string_view rule(const Facts& facts) {
  return name_of(decide(facts).rule);
}

}  // namespace

TEST_CASE("rubric: the band alone, at its borders") {
  struct Border {
    int percent;
    std::string_view rule;
  };
  for (const Border& border :
       {Border{0, "room-enough"}, Border{59, "room-enough"}, Border{60, "plan-cut"},
        Border{74, "plan-cut"}, Border{75, "same-topic"}, Border{89, "same-topic"},
        Border{90, "critical"}, Border{100, "critical"}}) {
    CAPTURE(border.percent);
    CHECK(rule(at(border.percent)) == border.rule);
  }
  CHECK(rule(Facts()) == "nothing-known");
  CHECK(option(Facts()) == "continue");
}

TEST_CASE("rubric: amarillo is due where the client compacts at 75 % or below") {
  Facts facts = at(60);
  facts.fullness.point.at = 150'000;
  CHECK(option(facts) == "compact");
  facts.fullness.point.at = 150'001;
  CHECK(option(facts) == "continue");
  // The last tenth of the way to the automatic compaction.
  facts = at(72);
  facts.fullness.point.at = 160'000;
  CHECK(option(facts) == "compact");
  facts.fullness.point.at = 160'001;
  CHECK(option(facts) == "continue");
  facts = at(59);
  facts.fullness.point.at = 150'000;
  CHECK(option(facts) == "continue");
}

TEST_CASE("rubric: something unrelated means /clear, from rojo on, and only with nothing open") {
  Facts facts = at(75);
  facts.something_else = true;
  CHECK(rule(facts) == "changed-topic");
  CHECK(option(facts) == "clear");
  facts.open.uncommitted = true;
  CHECK(rule(facts) == "open-work");
  CHECK(option(facts) == "compact");
  facts = at(74);
  facts.something_else = true;
  CHECK(option(facts) == "continue");
  // That the topic changed some time ago says nothing about what comes next.
  facts = at(75);
  facts.topic.changed = true;
  CHECK(option(facts) == "compact");
}

TEST_CASE("rubric: at amarillo the end of a phase is the moment to compact") {
  Facts facts = at(60);
  facts.phase = PhaseEnd::committed;
  CHECK(rule(facts) == "phase-end");
  CHECK(option(facts) == "compact");
  facts.phase = PhaseEnd::none;
  CHECK(rule(facts) == "plan-cut");
  CHECK(option(facts) == "continue");
  facts = at(59);  // while there is room, a summary loses more than it brings
  facts.phase = PhaseEnd::committed;
  CHECK(rule(facts) == "room-enough");
  facts = at(80);
  facts.phase = PhaseEnd::committed;
  CHECK(rule(facts) == "same-topic");
}

TEST_CASE("rubric: failed attempts come before the band") {
  for (const int percent : {10, 65, 80, 95}) {
    Facts facts = at(percent);
    facts.attempts = three_failures();
    CHECK(rule(facts) == "failed-attempts");
    facts.attempts->what = Attempts::What::corrected;
    CHECK(rule(facts) == "corrected-again");
    CHECK(option(facts) == "rewind");
  }
}

TEST_CASE("rubric: a subagent for what comes next, before anything else") {
  Facts facts = at(10);
  facts.next_is_heavy = true;
  CHECK(rule(facts) == "next-is-heavy");
  CHECK(option(facts) == "subagent");
  facts.attempts = three_failures();
  CHECK(option(facts) == "subagent");
  facts = at(75);
  facts.next_is_heavy = true;
  CHECK(option(facts) == "subagent");
  facts = at(90);  // the window itself is the problem
  facts.next_is_heavy = true;
  CHECK(option(facts) == "clear");
}

TEST_CASE("rubric: what makes it worse") {
  Facts facts = at(80);
  CHECK(anti_patterns(facts, decide(facts)).empty());
  facts.fullness.point.at = 177'777;  // nine tenths of it are 160,000
  CHECK(anti_patterns(facts, decide(facts)) == std::vector{AntiPattern::waiting_for_compaction});
  facts.fullness.point.at = 160'000;  // reached: it is not waited for any more
  CHECK(anti_patterns(facts, decide(facts)).empty());

  facts = at(80);
  facts.complaints_in_a_row = 3;
  facts.small_subagents = 1;
  facts.compacted_prompts_ago = 2;
  CHECK(anti_patterns(facts, decide(facts)) == std::vector{AntiPattern::did_not_work_try,
                                                           AntiPattern::small_subagent,
                                                           AntiPattern::compacting_in_a_row});
  facts.compacted_prompts_ago = 3;
  facts.complaints_in_a_row = 2;
  facts.small_subagents = 0;
  CHECK(anti_patterns(facts, decide(facts)).empty());
  facts = at(92);
  CHECK(anti_patterns(facts, decide(facts)) == std::vector{AntiPattern::clear_without_notes});
}
