// Models, paths, snapshots, settings, hook input and output.

#include <doctest/doctest.h>

#include "client/client_settings.h"
#include "client/hook.h"
#include "client/models.h"
#include "client/past_compactions.h"
#include "client/paths.h"
#include "client/snapshot.h"
#include "client/status_input.h"
#include "support/session.h"

using namespace context_rot;
using namespace context_rot::client;

TEST_CASE("models by whole names") {
  const auto window = [](const char* model) {
    const auto facts = model_facts(model);
    return facts ? facts->window : 0;
  };
  CHECK(window("claude-opus-5-5") == 1'000'000);
  CHECK(window("claude-fable-5-2") == 1'000'000);
  CHECK(window("claude-sonnet-4-5-20250929") == 200'000);
  CHECK(same_model("claude-opus-4-6[1m]", "claude-opus-4-6"));
  CHECK(same_model("us.anthropic.claude-opus-4-6-20260101-v1:0", "claude-opus-4-6"));
  CHECK_FALSE(same_model("claude-opus-4", "claude-opus-4-6"));
  CHECK_FALSE(same_model("claude-opus-4-6", "claude-sonnet-4-6"));
  CHECK_FALSE(same_model("", "claude-sonnet-4-6"));
  CHECK(window("us.anthropic.claude-haiku-4-5-20251001-v1:0") == 200'000);
  CHECK(window("claude-opus-4-6[1m]") == 200'000);
  CHECK(window("CLAUDE-OPUS-4-6") == 200'000);
  CHECK(window("claude-opus-4-20250514") == 200'000);
  for (const char* model :
       {"claude-opus-5", "claude-opus-4-8", "claude-opus-4-7", "claude-sonnet-5", "claude-fable-5",
        "claude-fable-5-1", "claude-sonnet-5-20260301"}) {
    CAPTURE(model);
    CHECK(window(model) == 1'000'000);
  }
  CHECK(window("claude-sonnet-4-0") == 200'000);
  CHECK(window("claude-opus-5-6") == 0);
  CHECK(window("claude-opus-4-9") == 0);  // a model nobody has told us of
  CHECK(window("claude-opus-55") == 0);
  CHECK(window("") == 0);
  CHECK(asks_for_long_window("claude-opus-4-6[1m]"));
  CHECK(asks_for_long_window("Opus 4.6 (1M context)"));
  CHECK_FALSE(asks_for_long_window("claude-opus-4-6"));
}

TEST_CASE("the window that the client last showed for a model") {
  const test::TempFolder folder;
  const auto keep = [&](const std::string& session, const std::string& model, int max,
                        Milliseconds time) {
    Snapshot snapshot;
    snapshot.session_id = session;
    snapshot.model = model;
    if (max > 0) snapshot.max = max;
    snapshot.time = time;
    folder.write("snapshots/" + session + ".json", render_snapshot(snapshot));
  };
  CHECK_FALSE(window_shown_for("claude-next-9", folder.path()));
  keep("older", "claude-next-9", 200'000, 1000);
  keep("newer", "claude-next-9", 500'000, 2000);
  keep("newest", "claude-next-9", 0, 3000);  // of no number
  keep("other", "claude-next-8", 300'000, 4000);
  folder.write("snapshots/broken.json", "{");
  CHECK(window_shown_for("claude-next-9", folder.path()) == 500'000);
  CHECK(window_shown_for("claude-next-8", folder.path()) == 300'000);
  CHECK_FALSE(window_shown_for("claude-next", folder.path()));
  CHECK_FALSE(window_shown_for("", folder.path()));
}

TEST_CASE("project names as the client writes them") {
  CHECK(project_slug("/srv/demo.proj") == "-srv-demo-proj");
  CHECK(project_slug("/a b/\u00e9_1") == "-a-b---1");
  CHECK(project_slug("/\U0001F600") == "---");  // two UTF-16 units
}

TEST_CASE("the data folder") {
  const test::TempFolder folder;
  const auto project = folder.path() / "p";
  std::filesystem::create_directories(project);
  const Environment home = fixed_environment({{"HOME", "/h"}});
  CHECK(*data_folder(project, fixed_environment({{"CONTEXT_ROT_HOME", "/x"}})) == "/x");
  CHECK(*data_folder(project, home) ==
        std::filesystem::path("/h/.claude/context-rot/projects") / project_slug(project.string()));
  CHECK(*data_folder("/p", fixed_environment({{"CLAUDE_CONFIG_DIR", "/c"}})) ==
        "/c/context-rot/projects/-p");
  CHECK_FALSE(data_folder(project, fixed_environment({})));
  std::filesystem::create_directories(project / ".claude" / "context-rot");
  CHECK(*data_folder(project, home) == project / ".claude" / "context-rot");
}

TEST_CASE("a hook's event is its own") {
  CHECK(is_own_event("hook-user-prompt-submit", "UserPromptSubmit"));
  CHECK(is_own_event("hook-stop", "Stop"));
  CHECK(is_own_event("hook-stop", ""));
  CHECK_FALSE(is_own_event("hook-stop", "SubagentStop"));
  CHECK_FALSE(is_own_event("hook-user-prompt-submit", "beforeSubmitPrompt"));
}

TEST_CASE("snapshots round-trip, and broken ones are none") {
  Snapshot snapshot{"s1", "claude-opus-5-5", 136'507, 33, 200'000, 1795995851370};
  const auto again = parse_snapshot(render_snapshot(snapshot));
  REQUIRE(again);
  CHECK(again->used == 136'507);
  CHECK(again->output == 33);
  CHECK(again->max == 200'000);
  CHECK(again->model == "claude-opus-5-5");
  CHECK(again->time == snapshot.time);
  snapshot.used.reset();
  CHECK_FALSE(parse_snapshot(render_snapshot(snapshot))->used);
  const test::TempFolder folder;
  const auto read = [&](const char* text) {
    return read_snapshot(folder.write("s.json", text), "s1").has_value();
  };
  CHECK(read(R"({"session":"s1","time":"2026-11-29T23:44:11.370Z","used":1,"max":2})"));
  CHECK_FALSE(read(R"({"session":"s2","time":"2026-11-29T23:44:11.370Z","used":1,"max":2})"));
  CHECK_FALSE(read(R"({"session":"s1","used":1,"max":2})"));
  CHECK_FALSE(read(R"({"session":"s1")"));
  CHECK_FALSE(read(""));
  CHECK_FALSE(read_snapshot(folder.path() / "none", "s1"));
}

TEST_CASE("the status line's input") {
  const auto input = parse_status_input(R"({
    "session_id":"s","transcript_path":"/t","cwd":"/w/sub","model":{"id":"m[1m]"},
    "workspace":{"project_dir":"/w"},
    "context_window":{"total_input_tokens":130507,"total_output_tokens":33,
      "context_window_size":1000000,"current_usage":{"input_tokens":7,"output_tokens":33,
        "cache_creation_input_tokens":500,"cache_read_input_tokens":130000}}})");
  REQUIRE(input);
  CHECK(input->has_window);
  CHECK(input->project == "/w");
  CHECK(input->numbers.used == 130'507);
  CHECK(input->numbers.output == 33);
  CHECK(input->numbers.max == 1'000'000);
  CHECK(input->numbers.model == "m[1m]");
  // before the first answer, and after a compaction
  CHECK_FALSE(
      parse_status_input(R"({"context_window":{"total_input_tokens":0,"current_usage":null}})")
          ->numbers.used);
  CHECK_FALSE(
      parse_status_input(R"({"context_window":{"total_input_tokens":0,"current_usage":{}}})")
          ->numbers.used);
  CHECK_FALSE(parse_status_input(R"({"context_window":{"total_input_tokens":9}})")->numbers.used);
  // client 2.0.77: the totals are the session's
  const auto older = parse_status_input(R"({"context_window":{"total_input_tokens":42,
    "total_output_tokens":198,"context_window_size":200000,"current_usage":{"input_tokens":7,
      "output_tokens":33,"cache_creation_input_tokens":500,"cache_read_input_tokens":19493}}})");
  CHECK(older->numbers.used == 20'000);
  CHECK(older->numbers.output == 33);
  CHECK_FALSE(parse_status_input(R"({"model":{"id":"m"}})")->has_window);  // client 2.0.14
  CHECK(parse_status_input(R"({"cwd":"/w","workspace":5,"model":"x","session_id":7})")->project ==
        "/w");
  CHECK_FALSE(parse_status_input("[]"));
  CHECK_FALSE(parse_status_input(""));
}

TEST_CASE("hook input") {
  const auto input = parse_hook_input(
      R"({"hook_event_name":"UserPromptSubmit","session_id":"s","transcript_path":"/t","cwd":"/w","prompt":"no","new":{}})");
  REQUIRE(input);
  CHECK(input->event == "UserPromptSubmit");
  CHECK(input->prompt == "no");
  CHECK(parse_hook_input("{\"prompt\":\"a\xFF\"}")->prompt == "a\uFFFD");
  CHECK(parse_hook_input(R"({"prompt":"\ud83d"})")->prompt == "\uFFFD");
  CHECK(parse_hook_input(R"({"prompt":5})")->prompt.empty());
  CHECK(parse_hook_input(R"({"prompt":"a","prompt":"b"})")->prompt == "b");
  CHECK(parse_hook_input(R"({"pr\u006fmpt":"c"})")->prompt == "c");
  CHECK(parse_hook_input(R"({"prompt":"d","x":1e999})")->prompt == "d");
  CHECK(parse_hook_input(R"({"tool_input":{"a":1e999}})")->tool_input.is_null());
  CHECK(parse_hook_input(R"({"tool_input":{"a":"\ud83d"}})")->tool_input["a"] == "\uFFFD");
  CHECK_FALSE(parse_hook_input("5"));
  CHECK_FALSE(parse_hook_input("{"));
  const std::string deep = std::string(100'000, '[') + std::string(100'000, ']');
  CHECK_FALSE(parse_hook_input("{\"tool_input\":{\"a\":" + deep + "}}"));
  CHECK(project_folder(*input, fixed_environment({})) == "/w");
  CHECK(project_folder(*input, fixed_environment({{"CLAUDE_PROJECT_DIR", "/p"}})) == "/p");
}

TEST_CASE("hook output") {
  CHECK(show_to_user("") == "");
  CHECK(show_to_user("a \"b\"\n") == R"({"systemMessage":"a \"b\"\n"})");
  CHECK(give_to_model("E", "", "m") == R"({"systemMessage":"m"})");
  CHECK(give_to_model("E", "c", "") ==
        R"({"hookSpecificOutput":{"hookEventName":"E","additionalContext":"c"}})");
}

TEST_CASE("the error log is kept small and on lines") {
  const test::TempFolder folder;
  const auto data = folder.path() / "d";
  log_hook_error(data, "hook-x", "one\ntwo");
  CHECK(test::content_of(data / "hook-errors.log").find(" hook-x: one\uFFFDtwo\n") !=
        std::string::npos);
  folder.write("d/hook-errors.log", std::string(300 << 10, 'x'));
  log_hook_error(data, "hook-x", "three");
  CHECK(std::filesystem::file_size(data / "hook-errors.log") < 100);
  CHECK(std::filesystem::file_size(data / "hook-errors.log.1") == 300 << 10);
}

TEST_CASE("the error log is not written through a link, and holds no secret") {
  const test::TempFolder folder;
  folder.write("profile", "mine\n");
  std::filesystem::create_symlink("profile", folder.path() / "hook-errors.log");
  log_hook_error(folder.path(), "hook-x", "one");
  CHECK(test::content_of(folder.path() / "profile") == "mine\n");
  std::filesystem::remove(folder.path() / "hook-errors.log");
  log_hook_error(folder.path(), "hook-x", "key ghp_16C7e42F292c6912E7710c838347Ae178B4a");
  const std::string log = test::content_of(folder.path() / "hook-errors.log");
  CHECK(log.find("key [redacted: ") != std::string::npos);
  CHECK(log.find("ghp_") == std::string::npos);
}

TEST_CASE("compaction settings, the strongest first") {
  const test::TempFolder folder;
  const auto project = folder.path() / "p";
  const Environment environment = fixed_environment(
      {{"CLAUDE_CONFIG_DIR", (folder.path() / "c").string()}, {"DISABLE_AUTO_COMPACT", "0"}});
  CHECK_FALSE(compaction_settings(project, environment).settings_window);
  folder.write("c/settings.json", R"({"autoCompactWindow":100000,"autoCompactEnabled":true})");
  CHECK(compaction_settings(project, environment).settings_window == 100'000);
  folder.write("p/.claude/settings.json", "\xEF\xBB\xBF{\"autoCompactWindow\":200000}");
  CHECK(compaction_settings(project, environment).settings_window == 200'000);
  folder.write("p/.claude/settings.local.json",
               R"({"autoCompactEnabled":false,"env":{"CLAUDE_AUTOCOMPACT_PCT_OVERRIDE":"75"}})");
  const auto found = compaction_settings(project, environment);
  CHECK(found.settings_window == 200'000);
  CHECK(found.enabled_by_settings == false);
  CHECK(found.environment_percent == 75);
  CHECK_FALSE(found.off_by_environment);
  folder.write("p/.claude/settings.json", "{ // broken\n}");
  CHECK(compaction_settings(project, environment).settings_window == 100'000);
  const auto env =
      compaction_settings("", fixed_environment({{"DISABLE_AUTO_COMPACT", "1"},
                                                 {"CLAUDE_CODE_AUTO_COMPACT_WINDOW", "200000"},
                                                 {"CLAUDE_AUTOCOMPACT_PCT_OVERRIDE", "0"}}));
  CHECK(env.off_by_environment);
  CHECK(env.environment_window == 200'000);
  CHECK_FALSE(env.environment_percent);
}

TEST_CASE("automatic compactions of a project") {
  const test::TempFolder folder;
  const auto text = test::transcript(
      "assistant a1 - model=claude-opus-4-6\n"
      "boundary b1 - trigger=auto pre=167100\n boundary b2 - trigger=manual pre=50000\n"
      "boundary b3 - trigger=auto pre=168200\n user u b3 text=\"compact_boundary\"");
  folder.write("t/a.jsonl", text);
  folder.write("t/notes.txt", text);
  folder.write("t/broken.jsonl", "{\"subtype\":\"compact_boundary\"\n\"compact_boundary\"");
  folder.write("t/fork.jsonl", text);  // its boundaries are the same ones
  const auto found = automatic_compactions(folder.path() / "t");
  REQUIRE(found.size() == 2);
  CHECK(found[0].tokens == 168'200);
  CHECK(found[1].tokens == 167'100);
  CHECK(found[1].model == "claude-opus-4-6");
  CHECK(automatic_compactions(folder.path() / "none").empty());
}
