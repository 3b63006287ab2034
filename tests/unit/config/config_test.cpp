#include "config/config.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/session.h"
#include "util/visible.h"

using namespace context_rot;
using namespace context_rot::config;

namespace {

LoadedConfig read(const std::string& text, std::map<std::string, std::string> variables = {}) {
  return read_config({{"c.yaml", text}}, fixed_environment(std::move(variables)));
}

}  // namespace

TEST_CASE("values and where they come from") {
  const LoadedConfig loaded =
      read("language: es\nbands:\n  yellow: 50\nwindow: 300000\n", {{"CONTEXT_ROT_RED", "80"}});
  CHECK(loaded.problems.empty());
  CHECK(loaded.config.language == Language::spanish);
  CHECK(loaded.config.band_yellow == 50);
  CHECK(loaded.config.band_red == 80);
  CHECK(loaded.config.band_critical == 90);
  CHECK(loaded.config.window == 300'000);
  CHECK(loaded.origins.at("bands.yellow") == "c.yaml:3");
  CHECK(loaded.origins.at("bands.red") == "CONTEXT_ROT_RED");
  CHECK_FALSE(loaded.origins.contains("bands.critical"));
}

TEST_CASE("the environment stands above the project, the project above the user") {
  const LoadedConfig loaded =
      read_config({{"user", "notify: model\nbands: {yellow: 10, red: 20, critical: 30}"},
                   {"project", "bands: {yellow: 15}"}},
                  fixed_environment({{"CONTEXT_ROT_CRITICAL", "40"}}));
  CHECK(loaded.problems.empty());
  CHECK(loaded.config.notify == Notify::model);
  CHECK(loaded.config.band_yellow == 15);
  CHECK(loaded.config.band_red == 20);
  CHECK(loaded.config.band_critical == 40);
}

TEST_CASE("problems name file, line and the nearest key") {
  const struct {
    const char* text;
    const char* problem;
  } cases[] = {
      {"\nlangauge: es", "c.yaml:2: unknown key \"langauge\"; did you mean \"language\"?"},
      {"yellow: 5", "c.yaml:1: unknown key \"yellow\"; did you mean \"bands.yellow\"?"},
      {"bands:\n  yelow: 5",
       "c.yaml:2: unknown key \"bands.yelow\"; did you mean \"bands.yellow\"?"},
      {"quite_something_else: 1", "c.yaml:1: unknown key \"quite_something_else\""},
      {"language: fr", "c.yaml:1: language takes one of auto en es, not \"fr\""},
      {"bands:\n  red: 101", "c.yaml:2: bands.red takes a whole number from 0 to 100, not \"101\""},
      {"bands: 5", "c.yaml:1: unknown key \"bands\""},
      {"window: [1]", "c.yaml:1: window takes a number of tokens, or 0 to detect it"},
      {"- a", "c.yaml:1: is not a list of \"key: value\""},
      {"a: [", "c.yaml:"},
      {"bands: {yellow: 80}", "the band limits must rise: yellow 80, red 75, critical 90"},
      {"status: {warn: 85}", "the status limits must rise: warn 85, critical 85"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    const LoadedConfig loaded = read(c.text);
    REQUIRE(loaded.problems.size() == 1);
    CAPTURE(loaded.problems[0]);
    CHECK(loaded.problems[0].starts_with(c.problem));
    CHECK(loaded.config.band_yellow == 60);  // what is wrong changes nothing
  }
  CHECK(
      read("", {{"CONTEXT_ROT_YELLOW", "x"}}).problems ==
      std::vector<std::string>{"CONTEXT_ROT_YELLOW takes a whole number from 0 to 100, not \"x\""});
}

TEST_CASE("what a problem quotes is fit for a terminal") {
  for (const char* wrong : {"language: \"a\\e[2Jb\"", "\"a\\0b\": 1", "notify: \"x\\ny\""}) {
    CAPTURE(wrong);
    const auto problems = read(wrong).problems;
    REQUIRE(problems.size() == 1);
    CHECK(visible(problems[0]) == problems[0]);
    CHECK(problems[0].find('\n') == std::string::npos);
  }
}

TEST_CASE("files are found, missing ones are none") {
  const test::TempFolder folder;
  const Environment environment =
      fixed_environment({{"CLAUDE_CONFIG_DIR", (folder.path() / "c").string()}});
  CHECK(load_config(folder.path() / "p", environment).problems.empty());
  folder.write("c/context-rot/config.yaml", "notify: off\nlanguage: es");
  folder.write("p/.claude/context-rot/config.yaml", "notify: both");
  const Config config = load_config(folder.path() / "p", environment).config;
  CHECK(config.notify == Notify::both);
  CHECK(config.language == Language::spanish);
}

TEST_CASE("the language of the user") {
  const auto language = [](std::map<std::string, std::string> variables) {
    return language_of({}, fixed_environment(std::move(variables)));
  };
  CHECK(language({}) == Language::english);
  CHECK(language({{"LANG", "es_ES.UTF-8"}}) == Language::spanish);
  CHECK(language({{"LANG", "es_ES.UTF-8"}, {"LC_ALL", "C"}}) == Language::english);
  Config config;
  config.language = Language::english;
  CHECK(language_of(config, fixed_environment({{"LANG", "es"}})) == Language::english);
}

TEST_CASE("the template shows every key with its default") {
  const std::string text = test::content_of(std::filesystem::path(CONTEXT_ROT_SOURCE) /
                                            "settings-templates/config.yaml");
  std::istringstream lines(text);
  std::string options;
  for (std::string line; std::getline(lines, line);) {
    // Prose has a capital letter or ends in a full stop; an option is "# key: value".
    const std::string option = line.size() > 2 ? line.substr(2) : "";
    const auto colon = option.find(':');
    if (!line.starts_with("# ") || colon == std::string::npos) continue;
    const std::string key = option.substr(0, colon);
    if (key.find_first_not_of("abcdefghijklmnopqrstuvwxyz_ ") == std::string::npos &&
        key.find_first_not_of(' ') % 2 == 0 &&
        key.find(' ', key.find_first_not_of(' ')) == std::string::npos) {
      options += option + "\n";
    }
  }
  const LoadedConfig loaded = read(options);
  CHECK(loaded.problems.empty());
  const auto known = config_values(Config());
  for (const auto& setting : known) {
    CHECK_MESSAGE(loaded.origins.contains(setting.first), setting.first);
  }
  CHECK(loaded.origins.size() == known.size());
  const Config defaults;
  CHECK(loaded.config.language == defaults.language);
  CHECK(loaded.config.notify == defaults.notify);
  CHECK(loaded.config.band_yellow == defaults.band_yellow);
  CHECK(loaded.config.band_red == defaults.band_red);
  CHECK(loaded.config.band_critical == defaults.band_critical);
  CHECK(loaded.config.status_warn == defaults.status_warn);
  CHECK(loaded.config.status_critical == defaults.status_critical);
  CHECK(loaded.config.window == defaults.window);
  CHECK(loaded.config.correction.detect == defaults.correction.detect);
  CHECK(loaded.config.correction.confirm == defaults.correction.confirm);
  CHECK(loaded.config.correction.keep_text == defaults.correction.keep_text);
  CHECK(loaded.config.correction.note_limit == defaults.correction.note_limit);
  CHECK(loaded.config.correction.rejected_limit == defaults.correction.rejected_limit);
  CHECK(loaded.config.correction.correction_limit == defaults.correction.correction_limit);
  CHECK(loaded.config.correction.languages_off == defaults.correction.languages_off);
  CHECK(loaded.config.correction.cues == defaults.correction.cues);
  CHECK(loaded.config.journal.enabled == defaults.journal.enabled);
  CHECK(loaded.config.journal.path == defaults.journal.path);
  CHECK(loaded.config.journal.max_bytes == defaults.journal.max_bytes);
  CHECK(loaded.config.live.trim == defaults.live.trim);
  CHECK(loaded.config.live.limit == defaults.live.limit);
  CHECK(loaded.config.live.read_limit == defaults.live.read_limit);
  CHECK(loaded.config.live.repeats == defaults.live.repeats);
}

TEST_CASE("tool outputs: switches and limits") {
  const LiveConfig got = read("live: {trim: off, limit: 2000, read_limit: 10000000}").config.live;
  CHECK_FALSE(got.trim);
  CHECK(got.limit == 2000);
  CHECK(got.read_limit == 10'000'000);
  CHECK(got.repeats);
  CHECK_FALSE(read("", {{"CONTEXT_ROT_REPEATS", "off"}}).config.live.repeats);
  for (const char* wrong : {"live: {limit: 1999}", "live: {read_limit: 10000001}", "live: on"}) {
    CAPTURE(wrong);
    CHECK(read(wrong).problems.size() == 1);
    CHECK(read(wrong).config.live.limit == LiveConfig().limit);
  }
}

TEST_CASE("the journal: switch, path, size") {
  const JournalConfig got =
      read("journal: {enabled: off, path: docs/journal.md, max_bytes: 4096}").config.journal;
  CHECK_FALSE(got.enabled);
  CHECK(got.path == "docs/journal.md");
  CHECK(got.max_bytes == 4096);
  CHECK_FALSE(read("", {{"CONTEXT_ROT_JOURNAL", "off"}}).config.journal.enabled);
  for (const char* wrong :
       {"journal: {enabled: maybe}", "journal: {path: [a]}", "journal: {path: \"\"}",
        "journal: {max_bytes: 4095}", "journal: {max_bytes: 4194305}", "journal: on"}) {
    CAPTURE(wrong);
    CHECK(read(wrong).problems.size() == 1);
  }
}

TEST_CASE("corrections: switches, shares, lists") {
  const CorrectionConfig got =
      read(
          "correction:\n  detect: off\n  note_limit: 0.9\n  languages_off: [fr, de]\n"
          "  cues: {wrong: [nope, no way], revert: wind back}")
          .config.correction;
  CHECK_FALSE(got.detect);
  CHECK(got.note_limit == 0.9);
  CHECK(got.languages_off == std::vector<std::string>{"fr", "de"});
  CHECK(got.cues == std::map<std::string, std::vector<std::string>>{{"revert", {"wind back"}},
                                                                    {"wrong", {"nope", "no way"}}});
  const auto values = config_values(read("correction: {cues: {wrong: [a, b]}}").config);
  CHECK(std::find(values.begin(), values.end(),
                  std::pair<std::string, std::string>{"correction.cues", "{wrong: [a, b]}"}) !=
        values.end());

  for (const char* wrong :
       {"correction: {detect: maybe}", "correction: {note_limit: 1.5}",
        "correction: {note_limit: [1]}", "correction: {languages_off: {a: b}}",
        "correction: {languages_off: [[a]]}", "correction: {cues: [a]}",
        "correction: {cues: {wrong: {a: b}}}", "correction: {languages: [fr]}", "correction: on"}) {
    CAPTURE(wrong);
    const LoadedConfig loaded = read(wrong);
    CHECK(loaded.problems.size() == 1);
    CHECK(loaded.config.correction.cues.empty());
  }
}
