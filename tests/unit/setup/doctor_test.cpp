#include "setup/doctor.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace context_rot::setup;

namespace {

Wiring wired(const std::string& text) {
  const auto wiring = read_wiring(text);
  REQUIRE(wiring);
  return *wiring;
}

const char* const project_settings = R"({
  "hooks": {"UserPromptSubmit": [{"hooks": [
    {"type": "command", "command": "echo foreign"},
    {"type": "command", "command": "${CLAUDE_PROJECT_DIR}/.claude/context-rot/bin/hook-user-prompt-submit", "args": []}]}]},
  "statusLine": {"type": "command", "command": "\"$CLAUDE_PROJECT_DIR\"/.claude/context-rot/bin/context-status-line"}
})";

/// An installation in which everything is in order.
Examination healthy() {
  Examination found;
  found.repair = "REPAIR";
  found.wanted_hooks = {"hook-user-prompt-submit"};
  found.programs = {{"hook-user-prompt-submit", true, "", std::chrono::microseconds(1500)},
                    {"context-status-line", true, "", std::chrono::microseconds(9000)}};
  found.settings = {{"/home/demo/.claude/settings.json", "user", {}, ""},
                    {"/p/.claude/settings.json", "project", wired(project_settings), ""}};
  found.data_folder = "/p/.claude/context-rot";
  found.snapshot_age = std::chrono::minutes(3);
  found.client_version = tested_client;
  return found;
}

/// All lines but the ones that are in order.
std::string troubles(const Examination& found) {
  std::string text;
  for (const Check& check : diagnose(found)) {
    if (check.verdict == Verdict::ok) continue;
    text +=
        (check.verdict == Verdict::fix ? "fix " : "note ") + check.name + ": " + check.text + "\n";
  }
  return text;
}

}  // namespace

TEST_CASE("what a settings file wires") {
  const Wiring wiring = wired(project_settings);
  REQUIRE(wiring.hooks.size() == 1);
  CHECK(wiring.hooks[0].event == "UserPromptSubmit");
  CHECK(wiring.hooks[0].program == "hook-user-prompt-submit");
  CHECK_FALSE(wiring.hooks_off);
  CHECK(wired("").hooks.empty());
  CHECK(wired(R"({"disableAllHooks": true, "hooks": []})").hooks_off);
  CHECK(read_wiring("{\n // no\n}").error().starts_with("2:2:"));
}

TEST_CASE("a healthy installation has nothing to mend") {
  CHECK(troubles(healthy()) == "");
  const auto checks = diagnose(healthy());
  CHECK(checks.front().text == "1 of 1 answer (slowest 1.5 ms)");
}

TEST_CASE("worktrees, programs that have moved, a line that ours wraps") {
  Examination found = healthy();
  found.worktrees = "WORKTREES";
  CHECK(troubles(found) == "note worktrees: WORKTREES\n");

  found = healthy();
  found.astray = {"/old/.claude/context-rot/bin/hook-stop"};
  CHECK(troubles(found) ==
        "fix settings: /old/.claude/context-rot/bin/hook-stop is not there (was the folder "
        "moved?); run: REPAIR\n");

  found = healthy();
  found.settings[1].wiring->status_line += " --wrap 'sleep 1; echo mine'";
  found.wrapped_took = std::chrono::milliseconds(1040);
  found.wrapped_answers = true;
  CHECK(troubles(found) == "");
  const auto checks = diagnose(found);
  CHECK(std::any_of(checks.begin(), checks.end(), [](const Check& check) {
    return check.text == "shown, around yours: sleep 1; echo mine (1.0 s each time)";
  }));
  found.wrapped_answers = false;
  CHECK(
      troubles(found).starts_with("note status line: yours fails, says nothing or takes too long"));
}

TEST_CASE("each fault is named with what to do") {
  Examination found = healthy();
  found.programs[0].executable = false;
  CHECK(troubles(found) ==
        "fix programs: hook-user-prompt-submit is missing or not executable: run ./install.sh "
        "again\nnote hooks: 0 of 1 answer\n");

  found = healthy();
  found.programs[0].problem = "took too long";
  CHECK(troubles(found) ==
        "fix programs: hook-user-prompt-submit took too long: run ./install.sh again\n"
        "note hooks: 0 of 1 answer\n");

  found = healthy();
  found.settings[1].wiring->hooks.clear();
  CHECK(troubles(found) ==
        "fix settings: hook-user-prompt-submit is installed but not in the settings (the client "
        "may have rewritten them); run: REPAIR\n"
        "note settings: 0 of 1 hooks are wired\n");

  // What is wired beyond the installation does not make up for what is missing.
  found.settings[1].wiring->hooks = {{"Stop", "hook-stop", ""}};
  CHECK(troubles(found).ends_with("note settings: 0 of 1 hooks are wired\n"));

  found = healthy();
  found.settings[0].wiring = found.settings[1].wiring;
  CHECK(troubles(found) ==
        "fix settings: hook-user-prompt-submit is wired 2 times (user, project): uninstall one of "
        "them\n");

  found = healthy();
  found.settings[0].wiring = wired(R"({"disableAllHooks":true})");
  CHECK(troubles(found) ==
        "fix settings: \"disableAllHooks\" is true in /home/demo/.claude/settings.json: take it "
        "out\n");

  found = healthy();
  found.settings[0].problem = "2:3: a comment is not JSON";
  CHECK(troubles(found) ==
        "fix settings: /home/demo/.claude/settings.json:2:3: a comment is not JSON; the client "
        "ignores "
        "this file: mend it by hand\n");

  found = healthy();
  found.settings.push_back({"/p/.claude/settings.local.json", "local",
                            wired(R"({"statusLine":{"command":"mine"}})"), ""});
  CHECK(
      troubles(found).starts_with("fix status line: hidden by the one in "
                                  "/p/.claude/settings.local.json"));

  found = healthy();
  found.settings.push_back({"/m.json", managed_scope, wired(R"({"allowManagedHooksOnly":true,
      "statusLine":{"command":"theirs"}})"), ""});
  CHECK(troubles(found) ==
        "fix settings: the managed settings allow only managed hooks (/m.json): none of ours runs; "
        "ask who manages this machine\n"
        "fix status line: hidden by the one in the managed settings (/m.json): only who manages "
        "this machine can take it out\n");
  found.settings.back().wiring = wired(R"({"disableAllHooks":true})");
  CHECK(troubles(found).starts_with("fix settings: the managed settings switch all hooks off"));
  // In other settings the client does not look at it.
  found.settings.back() = {"/p/.claude/settings.local.json", "local",
                           wired(R"({"allowManagedHooksOnly":true})"), ""};
  CHECK(troubles(found) == "");

  found = healthy();
  found.settings[1].wiring->status_line.clear();
  CHECK(troubles(found).starts_with("note status line: not wired"));

  found = healthy();
  found.data_problem = "/p/.claude/context-rot cannot be written";
  CHECK(troubles(found) ==
        "fix data: /p/.claude/context-rot cannot be written; make it writable\n");

  found = healthy();
  found.snapshot_age.reset();
  found.client_version = "2.1.900";
  CHECK(troubles(found) ==
        "note snapshot: none yet: the status line writes it with the first answer\n"
        "note client: Claude Code 2.1.900; this release was tested with 2.1.332\n");

  found = healthy();
  found.settings[1].wiring->hooks.push_back({"PostCompact", "hook-post-compact", ""});
  found.client_version = "2.1.75";
  CHECK(troubles(found) ==
        "fix client: Claude Code 2.1.75 ignores a settings file with PostCompact: update it, or "
        "install again, which leaves it out\n");
  found.client_version = "2.1.76";
  CHECK(troubles(found).starts_with("note client: Claude Code 2.1.76; this release"));

  found = healthy();
  found.config_problems = {"c.yaml:1: unknown key \"x\""};
  CHECK(troubles(found) == "fix configuration: c.yaml:1: unknown key \"x\"\n");
}
