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
  facts = at(59);
  facts.fullness.point.at = 150'000;
  CHECK(option(facts) == "continue");
}

TEST_CASE("rubric: another topic means /clear, from rojo on") {
  Facts facts = at(75);
  facts.topic.changed = true;
  CHECK(rule(facts) == "changed-topic");
  CHECK(option(facts) == "clear");
  facts = at(74);
  facts.topic.changed = true;
  CHECK(option(facts) == "continue");
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

TEST_CASE("rubric: a subagent for what is heavy and next, or was large and of no use") {
  Facts facts = at(10);
  facts.large_outputs = 1;
  facts.large_tokens = 4999;
  CHECK(option(facts) == "continue");
  facts.large_tokens = 5000;
  CHECK(rule(facts) == "large-outputs");
  CHECK(option(facts) == "subagent");
  facts.attempts = three_failures();
  CHECK(option(facts) == "subagent");

  // At rojo the window itself is the problem.
  facts = at(75);
  facts.large_tokens = 50'000;
  CHECK(option(facts) == "compact");
  facts.next_is_heavy = true;
  CHECK(rule(facts) == "next-is-heavy");
  facts = at(90);
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

TEST_CASE("is_output_heavy: what puts out much") {
  CHECK(is_output_heavy("Run ALL TESTS again"));
  CHECK(is_output_heavy("explore the codebase for uses of it"));
  CHECK(is_output_heavy("ejecuta todas las pruebas"));
  CHECK_FALSE(is_output_heavy("rename the variable"));
  CHECK_FALSE(is_output_heavy("run the parser test"));
  CHECK_FALSE(is_output_heavy(""));
}
