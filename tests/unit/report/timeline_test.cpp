#include "report/timeline.h"

#include <doctest/doctest.h>

#include <numeric>

#include "report/scale.h"
#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::report;
using findings::Analysis;
using session::Part;
using test::Talk;
using transcript::EntryKind;
using transcript::PastKind;
using transcript::PastMoment;

namespace {

struct Told {
  explicit Told(const Talk& talk, const std::vector<PastMoment>& past = {},
                std::vector<ledger::LedgerEntry> ledger = {}, std::int64_t max = 200000)
      : analysis(talk.conversation, "/p", std::move(ledger), correction::Detector()) {
    window::Measurement measured;
    measured.max = max;
    health = health_of(analysis, "session", measured, {});
    timeline = timeline_of(analysis, health, past, {});
  }

  std::int64_t layer_now(Part part, const std::string& tool = "") const {
    for (const Layer& layer : timeline.layers) {
      if (!layer.noise && layer.part == part && layer.tool == tool) return layer.now;
    }
    return 0;
  }
  std::int64_t noise_now() const {
    return timeline.layers.back().noise ? timeline.layers.back().now : 0;
  }

  Analysis analysis;
  report::Health health;
  Timeline timeline;
};

/// What must hold of any timeline.
void check_sums(const Told& told) {
  const Timeline& timeline = told.timeline;
  const auto& attribution = told.analysis.view.attribution;
  const std::size_t live = timeline.points.size() - timeline.first_live;
  REQUIRE(timeline.parts.size() == live * timeline.layers.size());
  for (std::size_t i = timeline.first_live; i < timeline.points.size(); ++i) {
    std::int64_t sum = 0;
    for (std::size_t layer = 0; layer < timeline.layers.size(); ++layer) {
      CHECK(timeline.part(i, layer) >= 0);
      sum += timeline.part(i, layer);
    }
    CHECK(sum == timeline.points[i].total);
  }
  REQUIRE(live == attribution.reports.size() + 1);
  for (std::size_t i = 0; i + 1 < live; ++i) {
    CHECK(timeline.points[timeline.first_live + i].total == attribution.reports[i].reported);
  }
  CHECK(timeline.points.back().total == attribution.total());
  CHECK(told.noise_now() == told.analysis.findings.noise);

  // At the end the layers are the composition that the JSON has, less its noise.
  const auto noise = noise_by_share(told.analysis, told.health);
  CHECK(std::accumulate(noise.begin(), noise.end(), std::int64_t{0}) ==
        told.analysis.findings.noise);
  for (std::size_t i = 0; i < told.health.composition.size(); ++i) {
    const auto& share = told.health.composition[i];
    CHECK(noise[i] <= share.tokens);
    CHECK(told.layer_now(share.part, share.tool) == share.tokens - noise[i]);
  }
  REQUIRE(timeline.turn_of_entry.size() == told.analysis.conversation.entries.size());
}

Talk worked_session() {
  Talk talk;
  talk.prompt("add a refresh to the client");
  talk.read("/p/a.ts", std::string(8000, 'a'));
  talk.usage(20000, 40);
  talk.fail("npm test");
  talk.usage(24000, 60);
  talk.fail("npm test");
  talk.usage(24500, 60);
  talk.edit("/p/a.ts");
  talk.usage(25000, 90);
  talk.run("npm test", "ok, 12 tests");
  talk.usage(125000, 20);
  talk.prompt("thanks. now the docs");
  talk.says("the docs are written");
  talk.usage(155000, 30);
  return talk;
}

}  // namespace

TEST_CASE("at each answer the layers sum to what the API reported") {
  const Told told(worked_session());
  check_sums(told);
  const Timeline& timeline = told.timeline;
  CHECK(timeline.points.size() == 7);
  CHECK(timeline.layers.front().part == Part::overhead);
  CHECK(told.noise_now() > 0);
  REQUIRE(timeline.turns.size() == 2);
  CHECK(timeline.turns[0].number == 1);
  CHECK(timeline.turns[0].first == 0);
  CHECK(timeline.turns[0].last == 4);
  CHECK(timeline.turns[1].prompt == "thanks. now the docs");
}

TEST_CASE("failures and bands are events at the answers that they came with") {
  const Told told(worked_session());
  const auto& events = told.timeline.events;
  REQUIRE(events.size() == 3);
  CHECK(events[0].kind == EventKind::failure);
  CHECK(events[0].attempts == 2);
  CHECK(events[0].resolved);
  CHECK(events[0].text == "npm test");
  CHECK(events[0].point == 2);  // its result is in the window with the third answer
  CHECK(events[1].kind == EventKind::band);
  CHECK(events[1].band == window::Band::amarillo);
  CHECK(events[1].point == 4);
  CHECK(events[2].band == window::Band::rojo);
  CHECK(events[2].turn == 2);
}

TEST_CASE("a count that goes down: earlier answers keep what they held then") {
  Talk talk;
  talk.prompt(std::string(400, 'p'));
  talk.read("/p/a", std::string(40000, 'a'));
  talk.usage(20000, 10);
  talk.run("ls", std::string(4000, 'b'));
  talk.usage(32000, 10);
  talk.says("something was cleared");
  talk.usage(15000, 10);
  talk.run("pwd", "/p");
  talk.usage(16000, 10);
  talk.says("done");
  talk.usage(9000, 10);
  const Told told(talk);
  check_sums(told);
  // The read was some 10,000 tokens when it was made, whatever is left of it.
  const Timeline& timeline = told.timeline;
  std::int64_t most = 0;
  for (std::size_t layer = 1; layer < timeline.layers.size(); ++layer) {
    most += timeline.part(1, layer);
  }
  CHECK(most > 8000);
}

TEST_CASE("before a compaction only the total is known") {
  Talk talk;
  transcript::Block none;
  talk.add(EntryKind::boundary, none);
  talk.conversation.entries.back().compaction = transcript::Compaction{true, 167000, 9000};
  talk.add(EntryKind::summary, Talk::text_block(std::string(4000, 's')));
  talk.says("going on");
  talk.usage(21000, 10);
  talk.prompt("next");
  talk.says("yes");
  talk.usage(22000, 10);
  const std::vector<PastMoment> past{{PastKind::prompt, false, 1000, 0, 0},
                                     {PastKind::answer, false, 2000, 20000, 0},
                                     {PastKind::compaction, false, 2500, 20500, 3000},
                                     {PastKind::prompt, false, 3000, 0, 0},
                                     {PastKind::answer, false, 4000, 166000, 0}};
  ledger::LedgerEntry known;
  known.time = 2100;
  known.standing = ledger::Standing::confirmed;
  known.wrong = "Redis";
  known.clarified = "Postgres";
  ledger::LedgerEntry refuted = known;
  refuted.standing = ledger::Standing::refuted;
  const Told told(talk, past, {known, refuted});
  check_sums(told);
  const Timeline& timeline = told.timeline;
  CHECK(timeline.first_live == 2);
  CHECK(timeline.points[1].total == 166000);
  CHECK(timeline.points[1].turn == 2);
  CHECK(timeline.points[2].turn == 2);  // the compaction came into the second turn
  CHECK(timeline.points.back().turn == 3);
  std::vector<EventKind> kinds;
  for (const Event& event : timeline.events) kinds.push_back(event.kind);
  using enum EventKind;
  CHECK(kinds == std::vector<EventKind>{compaction, correction, band, compaction});
  CHECK(timeline.events[1].text == "Redis");
  CHECK(timeline.events[1].right == "Postgres");
  CHECK(timeline.events[2].band == window::Band::rojo);
  CHECK(timeline.events[3].automatic);
  CHECK(timeline.events[3].before == 167000);
  CHECK(timeline.events[3].point == 2);
}

TEST_CASE("sessions that have little to tell") {
  const Told empty{Talk()};
  CHECK(empty.timeline.points.empty());
  Talk only_prompt;
  only_prompt.prompt("hello");
  const Told unanswered(only_prompt, {}, {}, 0);
  check_sums(unanswered);
  CHECK(unanswered.timeline.points.size() == 1);
  CHECK(unanswered.timeline.band_of(unanswered.timeline.points[0]) == window::Band::unknown);
}

TEST_CASE("many points: every stretch keeps its lowest and its highest") {
  Timeline timeline;
  for (std::uint32_t i = 0; i < 10000; ++i) {
    timeline.points.push_back({i + 1, 0, i == 4321 ? 9000 : i == 7654 ? 5 : 100 + i % 7});
    timeline.turns.push_back({i + 1, i, i, {}});
  }
  const auto columns = columns_of(timeline, 1000);
  CHECK(columns.size() == 1000);
  const auto has = [&](std::size_t point) {
    return std::any_of(columns.begin(), columns.end(),
                       [&](const Column& column) { return column.point == point; });
  };
  CHECK(has(4321));
  CHECK(has(7654));
  CHECK(columns.back().point == 9999);
  CHECK(columns.front().from == 0);
  CHECK(columns.back().to == axis_width);
  for (std::size_t i = 1; i < columns.size(); ++i) CHECK(columns[i].from == columns[i - 1].to);
  const auto groups = groups_of(timeline, 200);
  CHECK(groups.size() == 200);
  CHECK(groups.back().last == 9999);
  CHECK(turn_ticks(timeline, 8).size() <= 9);

  timeline.first_live = 9000;  // the live tenth gets half of the axis
  CHECK(place_of(timeline, 9000) == axis_width / 2);
  CHECK(place_of(timeline, 10000) == axis_width);
}

TEST_CASE("the axis of tokens") {
  CHECK(axis_of(150000, 200000).top == 200000);
  CHECK(axis_of(20000, 200000).top < 30000);
  CHECK(axis_of(20000, 200000).top > 20000);
  CHECK(axis_of(500, 0).top > 500);
  CHECK(axis_of(0, 0).top > 0);
  CHECK(axis_of(250000, 200000).top > 250000);  // numbers disagree: nothing is cut off
  for (const std::int64_t peak : {1, 7, 99, 1234, 98765, 1000000}) {
    const Axis axis = axis_of(peak, 0);
    CHECK(axis.ticks.size() >= 2);
    CHECK(axis.ticks.size() <= 10);
    CHECK(axis.ticks.back() <= axis.top);
  }
}
