#include "setup/settings_merge.h"

#include <doctest/doctest.h>

#include <string>

using namespace context_rot::setup;
using nlohmann::json;

// The exact bytes are the business of tests/contract/setup; here is what the pieces promise.

namespace {

SettingsRequest a_wish() {
  SettingsRequest request;
  auto fragment = read_settings_template(R"({
    "hooks": {"Stop": [{"hooks": [
      {"type": "command", "command": "@CONTEXT_ROT_BIN@/hook-stop", "args": []}]}]},
    "statusLine": {"type": "command", "command": "@CONTEXT_ROT_BIN@/context-status-line"}})",
                                         "");
  REQUIRE(fragment);
  request.wanted = *fragment;
  return request;
}

SettingsChange merged(const std::string& text, const SettingsRequest& request) {
  auto change = merge_settings(text, request);
  REQUIRE_MESSAGE(static_cast<bool>(change), (change ? "" : change.error()));
  return *change;
}

std::string stripped(const std::string& text, const std::optional<SettingsMemory>& memory) {
  auto change = strip_settings(text, memory);
  REQUIRE_MESSAGE(static_cast<bool>(change), (change ? "" : change.error()));
  return change->text;
}

}  // namespace

TEST_CASE("merging twice is merging once") {
  SettingsRequest request = a_wish();
  request.status_line = StatusLineRequest::want;
  request.env["A"] = "1";
  request.env_if_absent["B"] = "2";
  for (const std::string text :
       {"", "{}", "{\"env\":{\"B\":\"0\"}}", "{\"hooks\":{\"Stop\":[]}}"}) {
    const SettingsChange once = merged(text, request);
    CHECK(!once.done.empty());
    const SettingsChange twice = merged(once.text, request);
    CHECK(twice.done.empty());
    CHECK(twice.text == once.text);
    CHECK(has_own_settings(once.text));
    CHECK(!has_own_settings(text));
  }
}

TEST_CASE("what was done is said") {
  SettingsRequest request = a_wish();
  request.status_line = StatusLineRequest::want;
  request.env["A"] = "1";
  CHECK(merged("{}", request).done ==
        std::vector<std::string>{"hook added: Stop", "status line added", "A set to 1"});
  const std::string foreign =
      R"({"statusLine":{"type":"command","command":"mine"},"env":{"A":"0"}})";
  CHECK(merged(foreign, request).done ==
        std::vector<std::string>{"hook added: Stop", "status line added around yours: mine",
                                 "A set to 1 (was \"0\")"});
}

TEST_CASE("variables: over another value, or only where nothing is") {
  SettingsRequest request = a_wish();
  request.env["A"] = "1";
  request.env_if_absent["B"] = "2";
  const auto env = [&](const std::string& text) {
    return json::parse(merged(text, request).text)["env"];
  };
  CHECK(env("{}") == json{{"A", "1"}, {"B", "2"}});
  CHECK(env(R"({"env":{"A":"0","B":"0","C":"0"}})") == json{{"A", "1"}, {"B", "0"}, {"C", "0"}});
}

TEST_CASE("a status line of another file is wrapped where this one has none") {
  SettingsRequest request = a_wish();
  request.status_line = StatusLineRequest::want;
  request.inherited_status_line = "theirs";
  const auto command = [&](const std::string& text) {
    return json::parse(merged(text, request).text)["statusLine"]["command"].get<std::string>();
  };
  const std::string own = "\"$CLAUDE_PROJECT_DIR\"/.claude/context-rot/bin/context-status-line";
  CHECK(command("{}") == own + " --wrap theirs");
  CHECK(command(R"({"statusLine":{"type":"command","command":"mine"}})") == own + " --wrap mine");
  const std::string after = merged("{}", request).text;
  const SettingsMemory memory{"{}", after};
  CHECK(stripped(after, memory) == "{}");
  CHECK(json::parse(stripped(after, std::nullopt))["statusLine"]["command"] == "theirs");
}

TEST_CASE("stripping leaves what is not ours, byte for byte") {
  for (const std::string text :
       {"{}", "[]", "7", "{\"hooks\":[]}", "{\"hooks\":{\"Stop\":{}}}", "{ \"statusLine\" : 1 }",
        "{\"hooks\":{\"Stop\":[{\"hooks\":[{\"command\":\"x\"}]}]}}"}) {
    CHECK(stripped(text, std::nullopt) == text);
  }
}

TEST_CASE("without a memory what we emptied goes") {
  const SettingsRequest request = a_wish();
  CHECK(stripped(merged("{\"a\": 1}", request).text, std::nullopt) == "{\"a\": 1}");
  CHECK(stripped(merged("{\"a\": 1, \"hooks\": {}}", request).text, std::nullopt) == "{\"a\": 1}");
}

TEST_CASE("with a memory what was empty stays") {
  const SettingsRequest request = a_wish();
  for (const std::string before : {"{\"a\": 1, \"hooks\": {}}", "{\"hooks\": {\"Stop\": []}}"}) {
    const std::string after = merged(before, request).text;
    CHECK(stripped(after, SettingsMemory{before, after}) == before);
  }
}

TEST_CASE("equal keys: only the last counts, and none comes back to life") {
  const SettingsRequest request = a_wish();
  const std::string twice = R"({"hooks":{"Stop":[{"hooks":[{"command":"dead"}]}]},"hooks":{}})";
  const std::string after = merged(twice, request).text;
  CHECK(after.find(R"({"hooks":{"Stop":[{"hooks":[{"command":"dead"}]}]},"hooks":{"Stop":[)") == 0);
  CHECK(stripped(after, std::nullopt) == twice);
}

TEST_CASE("wrong types are told with their place") {
  const auto fault = [](const std::string& text) {
    SettingsRequest request = a_wish();
    request.status_line = StatusLineRequest::want;
    request.env["A"] = "1";
    const auto change = merge_settings(text, request);
    return change ? std::string("none") : change.error();
  };
  CHECK(fault("[]") == "1:1: the settings should be an object");
  CHECK(fault("{\n \"hooks\": null}") == "2:11: \"hooks\" should be an object");
  CHECK(fault("{\"hooks\":{\"Stop\":1}}") == "1:18: \"Stop\" should be an array");
  CHECK(fault("{\"statusLine\":{}}") == "1:15: \"statusLine\" should be of the type \"command\"");
  CHECK(fault("{\"env\":1}") == "1:8: \"env\" should be an object");
  CHECK(fault("{\"n\":1e999}").find("could not be checked") != std::string::npos);
}
