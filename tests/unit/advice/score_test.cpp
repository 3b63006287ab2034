// Computed by hand.

#include "advice/score.h"

#include <doctest/doctest.h>

#include "support/talk.h"

using namespace context_rot::advice;
using namespace context_rot::session;

TEST_CASE("the formula") {
  const struct {
    Counts counts;  // stale, contradictions, debugging, messages
    int score;
  } cases[] = {
      {{0, 0, 0, 0}, 0},        {{0, 0, 0, 1}, 0},    // 0.2
      {{0, 0, 0, 2}, 0},                              // 0.4
      {{0, 0, 0, 3}, 1},                              // 0.6
      {{0, 0, 0, 7}, 1},                              // 1.4
      {{0, 0, 0, 8}, 2},                              // 1.6
      {{0, 0, 0, 50}, 10},      {{0, 0, 0, 99}, 20},  // 19.8
      {{0, 0, 0, 100}, 20},     {{0, 0, 0, 101}, 20},
      {{0, 0, 0, 5000}, 20},    {{1, 0, 0, 0}, 10},
      {{0, 1, 0, 0}, 15},       {{0, 0, 1, 0}, 5},
      {{2, 1, 2, 212}, 65},     {{3, 0, 0, 2}, 30},  // 30.4
      {{3, 0, 0, 3}, 31},                            // 30.6
      {{1, 3, 1, 0}, 60},       {{6, 0, 0, 2}, 60},  // 60.4
      {{6, 0, 0, 3}, 61},       {{8, 0, 0, 100}, 100},
      {{8, 0, 0, 97}, 99},   // 80 + 19.4
      {{8, 0, 0, 98}, 100},  // 80 + 19.6
      {{50, 50, 50, 500}, 100}, {{INT64_MAX, INT64_MAX, INT64_MAX, INT64_MAX}, 100},
      {{-5, -5, -5, -5}, 0},
  };
  for (const auto& c : cases) {
    CAPTURE(c.counts.stale);
    CAPTURE(c.counts.messages);
    CHECK(score_of(c.counts) == c.score);
  }
}

TEST_CASE("severity and recovery at their borders") {
  CHECK(severity_of(0) == Severity::mild);
  CHECK(severity_of(30) == Severity::mild);
  CHECK(severity_of(31) == Severity::moderate);
  CHECK(severity_of(60) == Severity::moderate);
  CHECK(severity_of(61) == Severity::severe);
  CHECK(severity_of(100) == Severity::severe);
  CHECK(recovery_for(Severity::mild) == Recovery::prune);
  CHECK(recovery_for(Severity::moderate) == Recovery::compact);
  CHECK(recovery_for(Severity::severe) == Recovery::clean_slate);
  CHECK(name_of(Recovery::clean_slate) == "clean-slate");
}

TEST_CASE("the action at its borders") {
  const struct {
    int score;
    std::int64_t messages;
    HealthAction action;
    bool preventive;
  } cases[] = {
      {0, 0, HealthAction::continue_, false},       {39, 100, HealthAction::continue_, false},
      {40, 0, HealthAction::compact, false},        {40, 101, HealthAction::compact, false},
      {69, 500, HealthAction::compact, false},      {70, 0, HealthAction::clean_slate, false},
      {100, 101, HealthAction::clean_slate, false}, {20, 100, HealthAction::continue_, false},
      {20, 101, HealthAction::compact, true},       {19, 101, HealthAction::continue_, false},
      {39, 101, HealthAction::compact, true},
  };
  for (const auto& c : cases) {
    CAPTURE(c.score);
    CAPTURE(c.messages);
    const Advised advised = advised_action(c.score, c.messages);
    CHECK(advised.action == c.action);
    CHECK(advised.preventive == c.preventive);
    CHECK_FALSE(advised.reason.empty());
  }
  CHECK(name_of(HealthAction::clean_slate) == "clean_slate");
  CHECK(name_of(HealthAction::continue_) == "continue");
}

TEST_CASE("what the evidence counts") {
  context_rot::test::Talk talk;
  talk.prompt("test it");
  talk.read("/p/old.ts");
  talk.fail("npm test");
  talk.fail("npm test");
  talk.run("npm test", "ok");
  talk.says("Decided to use Redis for the lock.");
  talk.fail("ls /nowhere");  // one failure is no episode
  talk.prompt("and the cache?");
  talk.says("old.ts holds the cache.");
  talk.says("We decided to use Postgres for the lock.");
  context_rot::test::MemoryFiles files;
  files.missing("/p/old.ts");
  const SessionView view = view_of(talk.conversation, {&files, "/p", nullptr, nullptr});
  const Counts counts = evidence_counts(view);
  CHECK(counts.stale == 1);
  CHECK(counts.contradictions == 1);
  CHECK(counts.debugging == 1);
  CHECK(counts.messages == 5);
  CHECK(score_of(counts) == 31);
}
