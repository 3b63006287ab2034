// Bands, use, readings, crossings and the compaction point.

#include <doctest/doctest.h>

#include "support/session.h"
#include "window/compaction_point.h"
#include "window/crossing.h"
#include "window/status_text.h"

using namespace context_rot;
using namespace context_rot::window;

namespace {

transcript::Conversation session(const std::string& text) {
  const test::TempFolder folder;
  auto read = transcript::read_session(folder.write("s.jsonl", test::transcript(text)),
                                       transcript::Detail::headers);
  REQUIRE(read);
  return *std::move(read);
}

client::Snapshot snapshot(std::optional<std::int64_t> used, std::int64_t max, Milliseconds time,
                          std::string model = "claude-sonnet-4-5") {
  client::Snapshot s;
  s.used = used;
  s.max = max;
  s.time = time;
  s.model = std::move(model);
  return s;
}

Reading reading(std::optional<std::int64_t> used, std::optional<std::int64_t> max) {
  Reading r;
  r.used = used;
  r.max = max;
  return r;
}

}  // namespace

TEST_CASE("percent is the floor, and never of the impossible") {
  CHECK(percent_of(134'999, 200'000) == 67);
  CHECK(percent_of(199'999, 200'000) == 99);
  CHECK(percent_of(0, 5) == 0);
  CHECK(percent_of(5, 5) == 100);
  CHECK_FALSE(percent_of(6, 5));
  CHECK_FALSE(percent_of(0, 0));
  CHECK_FALSE(percent_of(-1, 5));
  CHECK(percent_of(999'999'999'999'999, 999'999'999'999'999) == 100);
}

TEST_CASE("each limit opens the higher band") {
  const BandLimits limits;
  const struct {
    int percent;
    const char* band;
    const char* action;
  } cases[] = {{0, "verde", "continue"},     {59, "verde", "continue"},
               {60, "amarillo", "plan-cut"}, {74, "amarillo", "plan-cut"},
               {75, "rojo", "compact"},      {89, "rojo", "compact"},
               {90, "critico", "clear"},     {100, "critico", "clear"}};
  for (const auto& c : cases) {
    CAPTURE(c.percent);
    CHECK(name_of(band_of(c.percent, limits)) == c.band);
    CHECK(action_of(band_of(c.percent, limits)) == c.action);
  }
  CHECK(name_of(band_of({}, limits)) == "unknown");
  CHECK(action_of(Band::unknown) == "continue-with-caution");
  CHECK(status_of(69, {}) == "ok");
  CHECK(status_of(70, {}) == "warn");
  CHECK(status_of(85, {}) == "critical");
  CHECK(status_of({}, {}) == "unknown");
}

TEST_CASE("limits must rise") {
  CHECK(BandLimits{}.valid());
  CHECK_FALSE(BandLimits{60, 60, 90}.valid());
  CHECK_FALSE(BandLimits{-1, 60, 90}.valid());
  CHECK_FALSE(BandLimits{1, 60, 101}.valid());
  CHECK_FALSE(StatusLimits{85, 85}.valid());
}

TEST_CASE("use is that of the last real answer") {
  const struct {
    const char* name;
    const char* lines;
    UseOrigin origin;
    std::int64_t used;
  } cases[] = {
      {"no answer", "user u -", UseOrigin::none, 0},
      {"an answer", "user u -\n assistant a u msg=m use=10", UseOrigin::usage, 10},
      {"the last one", "assistant a - msg=m use=10\n assistant b a msg=n use=5", UseOrigin::usage,
       5},
      {"not a synthetic one", "assistant a - msg=m use=10\n assistant b a msg=n use=5 synthetic",
       UseOrigin::usage, 10},
      {"not an API error", "assistant a - msg=m use=10\n assistant b a msg=n use=5 error",
       UseOrigin::usage, 10},
      {"not an empty one", "assistant a - msg=m use=10\n assistant b a msg=n use=0",
       UseOrigin::usage, 10},
      {"not on a sidechain", "assistant a - msg=m use=10\n assistant b a msg=n use=5 sidechain",
       UseOrigin::usage, 10},
      {"behind a boundary its estimate", "assistant a - msg=m use=10\n boundary b - post=3",
       UseOrigin::boundary, 3},
      {"not of a kept message",
       "assistant a - msg=m use=10\n boundary b - post=3 anchor=s uuids=a\n user s b summary",
       UseOrigin::boundary, 3},
      {"kept before the boundary neither",
       "assistant a - msg=m use=10\n boundary b - post=3 anchor=b uuids=a\n user s b summary",
       UseOrigin::boundary, 3},
      {"a boundary without a number is unknown", "assistant a - msg=m use=10\n boundary b -",
       UseOrigin::none, 0},
      {"an answer after it counts again", "boundary b - post=3\n assistant c b msg=n use=7",
       UseOrigin::usage, 7},
  };
  for (const auto& c : cases) {
    CAPTURE(c.name);
    const ContextUse use = context_use(session(c.lines));
    CHECK(use.origin == c.origin);
    CHECK(use.used == c.used);
  }
}

TEST_CASE("the model is the one asked for, also right behind a compaction") {
  CHECK(context_use(session("assistant a - msg=m use=1 model=x requested=x[1m]")).model == "x[1m]");
  CHECK(context_use(session("assistant a - msg=m use=1 model=x")).model == "x");
  CHECK(context_use(session("assistant a - msg=m use=9 model=x\n boundary b - post=3 anchor=s "
                            "uuids=a\n user s b summary"))
            .model == "x");
}

TEST_CASE("where the window comes from") {
  const auto window = [](const std::string& model, std::int64_t highest,
                         std::optional<client::Snapshot> host, WindowSaid said = {}) {
    ContextUse use;
    use.origin = UseOrigin::usage;
    use.used = 1000;
    use.time = 100;
    use.model = model;
    const Reading r = read_meter(use, highest, host, said);
    return std::pair{r.max.value_or(0), r.window_from};
  };
  using W = WindowFrom;
  CHECK(window("claude-sonnet-4-5", 0, {}) == std::pair{std::int64_t{200'000}, W::model_table});
  CHECK(window("claude-opus-5-5", 0, {}) == std::pair{std::int64_t{1'000'000}, W::model_table});
  CHECK(window("claude-opus-4-6[1m]", 0, {}) == std::pair{std::int64_t{1'000'000}, W::requested});
  CHECK(window("claude-opus-4-6", 200'001, {}) == std::pair{std::int64_t{1'000'000}, W::observed});
  CHECK(window("some-model", 200'000, {}) == std::pair{std::int64_t{0}, W::unknown});
  const client::Snapshot old = snapshot(5, 500'000, 50);
  CHECK(window("claude-sonnet-4-5", 0, old) == std::pair{std::int64_t{500'000}, W::host});
  CHECK(window("claude-opus-5-5", 0, old).second == W::model_table);  // of another model
  CHECK(window("claude-opus-5-5", 0, snapshot(5, 500'000, 101)).second == W::host);  // but newer
  CHECK(window("x", 0, {}, {{}, 300'000}) == std::pair{std::int64_t{300'000}, W::configuration});
  CHECK(window("x", 0, old, {400'000, 300'000}) == std::pair{std::int64_t{400'000}, W::flag});
  // What the client showed for the model elsewhere counts where nothing else tells.
  CHECK(window("x", 0, {}, {{}, {}, 500'000}) == std::pair{std::int64_t{500'000}, W::shown_before});
  CHECK(window("claude-opus-4-6", 0, {}, {{}, {}, 500'000}) ==
        std::pair{std::int64_t{200'000}, W::model_table});
}

TEST_CASE("the client's own numbers count while they are newer") {
  ContextUse use;
  use.origin = UseOrigin::usage;
  use.used = 1000;
  use.time = 100;
  CHECK(read_meter(use, 0, snapshot(7, 200'000, 101), {}).used == 7);
  CHECK(read_meter(use, 0, snapshot(7, 200'000, 100), {}).used == 1000);
  // Rewound to before the first answer: the client has no number, and the old one is wrong.
  CHECK_FALSE(read_meter(use, 0, snapshot({}, 200'000, 101), {}).used);
  use.origin = UseOrigin::boundary;
  const Reading estimate = read_meter(use, 0, snapshot({}, 200'000, 101), {});
  CHECK(estimate.used == 1000);
  CHECK(estimate.estimate);
}

TEST_CASE("more in use than fits is a contradiction, not 100 %") {
  CHECK(reading(201'000, 200'000).contradiction());
  CHECK_FALSE(reading(201'000, 200'000).percent());
  CHECK_FALSE(reading(200'000, 200'000).contradiction());
}

TEST_CASE("a crossing is told once") {
  const std::string model = " model=claude-sonnet-4-5";
  const auto band = [&](const std::string& lines, std::optional<client::Snapshot> host = {}) {
    const auto crossing = band_crossing(session(lines), host, {}, {});
    return crossing ? std::string(name_of(crossing->band)) : "";
  };
  const std::string low = "user u1 - t=1\n assistant a1 u1 t=2 msg=m use=100000" + model + "\n";
  CHECK(band("user u1 -") == "");
  CHECK(band(low) == "");
  // crossed with the answer to the first prompt
  CHECK(band("user u1 - t=1\n assistant a1 u1 t=2 msg=m use=130000" + model) == "amarillo");
  CHECK(band(low + "user u2 a1 t=3\n assistant a2 u2 t=4 msg=n use=150000" + model) == "rojo");
  CHECK(band(low + "user u2 a1 t=3\n assistant a2 u2 t=4 msg=n use=185000" + model) == "critico");
  // told already at the prompt before
  const std::string high = low + "user u2 a1 t=3\n assistant a2 u2 t=4 msg=n use=150000" + model +
                           "\n user u3 a2 t=5\n assistant a3 u3 t=6 msg=o ";
  CHECK(band(high + "use=155000" + model) == "");
  CHECK(band(high + "use=130000" + model) == "");
  CHECK(band(high + "use=190000" + model) == "critico");
  // a tool result, a command and a synthetic line are no prompts
  CHECK(band(low + "user u2 a1 t=3\n assistant a2 u2 t=4 msg=n tool=A use=130000" + model +
             "\n user r a2 t=5 source=a2 result=A\n assistant a3 r t=6 msg=o use=150000" + model) ==
        "rojo");
  // the client's numbers after a rewind
  CHECK(band(low + "user u2 a1 t=3\n assistant a2 u2 t=4 msg=n use=150000" + model,
             snapshot(100'000, 200'000, 9'000)) == "");
  // unknown window, impossible ratio
  CHECK(band("user u1 -\n assistant a1 u1 msg=m use=190000 model=other") == "");
}

TEST_CASE("a message typed during a turn is measured at the time of typing") {
  const std::string model = " model=claude-sonnet-4-5";
  const std::string turn = "user u1 - t=1\n assistant a1 u1 t=2 msg=m use=100000" + model +
                           "\n assistant a2 a1 t=10 msg=n use=150000" + model + "\n";
  // typed at 5, delivered at 11: its hook saw 100,000
  const std::string queued =
      "attachment q a2 t=11 type=queued_command prompt=no typed=5\n assistant a3 q t=12 msg=o "
      "use=151000" +
      model;
  const auto crossing = band_crossing(session(turn + queued), {}, {}, {});
  REQUIRE(crossing);
  CHECK(crossing->band == Band::rojo);
}

TEST_CASE("a compaction starts the count anew") {
  const std::string model = " model=claude-sonnet-4-5";
  const std::string before = "user u1 - t=1\n assistant a1 u1 t=2 msg=m use=160000" + model +
                             "\n user u2 a1 t=3\n boundary b - t=4 post=4000 anchor=s uuids=u2\n"
                             "user s b t=4 summary\n";
  CHECK_FALSE(band_crossing(session(before), {}, {}, {}));
  const auto again =
      band_crossing(session(before + "assistant a2 s t=5 msg=n use=155000" + model), {}, {}, {});
  REQUIRE(again);
  CHECK(again->band == Band::rojo);
}

TEST_CASE("the formula of the client") {
  CHECK(compaction_formula(1'000'000, {}) == 967'000);
  CHECK(compaction_formula(200'000, {}) == 167'000);
  CHECK(compaction_formula(150'000, {}) == 117'000);
  CHECK(compaction_formula(300'000, {}) == 267'000);
  CHECK(compaction_formula(1'000'000, 75) == 735'000);
  CHECK(compaction_formula(1'000'000, 99) == 967'000);
  CHECK(compaction_formula(200'000, 75) == 135'000);
  CHECK(compaction_formula(10'000, {}) == 0);
}

TEST_CASE("where the compaction point comes from") {
  using Settings = client::CompactionSettings;
  const auto point = [](const char* model, Settings settings,
                        std::vector<std::int64_t> learned = {}, std::int64_t window = 200'000,
                        std::int64_t used = 0) {
    const CompactionPoint p = compaction_point(window, model, settings, learned, used);
    return (p.at    ? std::to_string(*p.at)
            : p.off ? "off"
                    : "-") +
           std::string(" ") + std::string(name_of(p.from));
  };
  Settings none, off, by_settings, window, percent, settings_window;
  off.off_by_environment = true;
  by_settings.enabled_by_settings = false;
  window.environment_window = 200'000;
  percent.environment_percent = 75;
  settings_window.settings_window = 300'000;
  CHECK(point("claude-opus-4-6", none) == "167000 formula");
  CHECK(point("claude-sonnet-4-5", none) == "off formula");
  CHECK(point("other", none) == "- unknown");
  CHECK(point("other", none, {171'000, 168'500, 190'000}) == "168500 learned");
  CHECK(point("other", none, {3'033, 967'000}) == "- unknown");  // not of this window
  CHECK(point("claude-opus-4-6", none, {168'500}) == "168500 learned");
  // The window stands above it: the client would have compacted.
  CHECK(point("claude-opus-4-6", none, {67'500}, 200'000, 150'000) == "167000 formula");
  CHECK(point("claude-opus-4-6", none, {67'500, 150'300}, 200'000, 155'000) == "150300 learned");
  CHECK(point("claude-opus-4-6", off) == "off environment");
  CHECK(point("claude-opus-4-6", by_settings) == "off settings");
  CHECK(point("claude-sonnet-4-5", percent) == "off formula");  // a percentage alone does nothing
  CHECK(point("claude-opus-5-5", percent, {}, 1'000'000) == "735000 environment");
  CHECK(point("claude-opus-5-5", window, {}, 1'000'000) == "167000 environment");
  CHECK(point("claude-opus-5-5", settings_window, {}, 1'000'000) == "267000 settings");
  CHECK(point("claude-sonnet-4-5", settings_window) == "167000 settings");  // not above the window
}

TEST_CASE("the status line") {
  const CompactionPoint at{167'000, false, PointFrom::formula};
  const auto text = [&](Reading r, CompactionPoint point = {},
                        config::Language language = config::Language::english,
                        bool colour = false) {
    return status_text(r, point, {}, language, colour);
  };
  CHECK(text(reading(136'507, 200'000), at) ==
        "▓▓▓▓▓▓▓░░░ 68 % amber · 136k of 200k · compacts at 167k");
  CHECK(text(reading(136'507, 200'000), at, config::Language::spanish) ==
        "▓▓▓▓▓▓▓░░░ 68 % amarillo · 136k de 200k · compacta a los 167k");
  CHECK(text(reading({}, 200'000)) == "░░░░░░░░░░ –  waiting for the first answer");
  CHECK(text(reading(5'000, {})) == "░░░░░░░░░░ –  5k tokens · window unknown");
  CHECK(text(reading(205'000, 200'000)) == "░░░░░░░░░░ –  numbers disagree: 205k of 200k");
  CHECK(text(reading(200'000, 200'000)) == "▓▓▓▓▓▓▓▓▓▓ 100 % critical · 200k of 200k");
  Reading estimate = reading(18'000, 200'000);
  estimate.estimate = true;
  CHECK(text(estimate, at) == "▓░░░░░░░░░ ~9 % green · just compacted (estimate)");
  CHECK(text(reading(1'000, 200'000), {}, config::Language::english, true) ==
        "\x1b[32m░░░░░░░░░░ 0 % green\x1b[0m · 1k of 200k");
}
