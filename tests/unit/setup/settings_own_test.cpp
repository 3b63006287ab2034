#include "setup/settings_own.h"

#include <doctest/doctest.h>

#include <string>

using namespace context_rot::setup;

TEST_CASE("hooks of ours by the program they start") {
  const auto shell = [](const char* command) { return own_hook_program(command, false); };
  const auto exec = [](const char* command) { return own_hook_program(command, true); };
  CHECK(exec("${CLAUDE_PROJECT_DIR}/.claude/context-rot/bin/hook-stop") == "hook-stop");
  CHECK(exec("/home/demo b/.claude/context-rot/bin/hook-pre-compact") == "hook-pre-compact");
  CHECK(shell("\"$CLAUDE_PROJECT_DIR\"/.claude/context-rot/bin/hook-stop") == "hook-stop");
  CHECK(shell("\"${CLAUDE_PROJECT_DIR}/.claude/context-rot/bin/hook-stop\" --x y") == "hook-stop");
  CHECK(shell("'/home/demo b/.claude/context-rot/bin/hook-stop'") == "hook-stop");
  CHECK(shell("  $HOME/.claude/context-rot/bin/hook-stop;true") == "hook-stop");
}

TEST_CASE("foreign hooks, even if they look like ours") {
  for (const char* command :
       {"", "hook-stop", "/usr/bin/hook-stop", "context-rot/bin/hook-stop",
        "/my-context-rot/bin/hook-stop", "/context-rot/bin/hook-", "/context-rot/bin/hook-a b",
        "/context-rot/bin/hook-../x", "/context-rot/bin/context-meter", "/context-rot/bin/",
        "/context-rot/bin/hook-x/y"}) {
    CHECK(own_hook_program(command, true).empty());
  }
  for (const char* command :
       {"", "timeout 5 /x/context-rot/bin/hook-stop", "cat | '/x/context-rot/bin/hook-stop'",
        "echo /x/context-rot/bin/hook-stop", "\"/x/context-rot/bin/hook-stop", "# x"}) {
    CHECK(own_hook_program(command, false).empty());
  }
}

TEST_CASE("a status line around another, and back") {
  const std::string own = "\"$CLAUDE_PROJECT_DIR\"/.claude/context-rot/bin/context-status-line";
  CHECK(is_own_status_line(own));
  CHECK(!wrapped_status_line(own));
  for (const std::string foreign :
       {"npx ccstatusline", "", "echo 'it'\\''s' \"$X\" `y`", "a\nb", "\xC3\xA9 --wrap 'z'", "\\",
        "/x/context-rot/bin/context-status-line --wrap y"}) {
    const std::string wrapped = wrap_status_line(own, foreign);
    CHECK(is_own_status_line(wrapped));
    REQUIRE(wrapped_status_line(wrapped));
    CHECK(*wrapped_status_line(wrapped) == foreign);
  }
}

TEST_CASE("status lines of others") {
  CHECK(!is_own_status_line("npx ccstatusline --wrap x"));
  CHECK(!wrapped_status_line("npx ccstatusline --wrap x"));
  CHECK(!is_own_status_line("sh -c '/x/context-rot/bin/context-status-line'"));
  CHECK(!wrapped_status_line("/x/context-rot/bin/context-status-line --wrap"));
  CHECK(!wrapped_status_line("/x/context-rot/bin/context-status-line --wrap 'open"));
  CHECK(!wrapped_status_line("/x/context-rot/bin/context-status-line | y --wrap z"));
}

TEST_CASE("the program is exchanged, the options stay") {
  CHECK(with_own_program("'/old a/context-rot/bin/context-status-line' --width 9 --wrap 'x y'",
                         "/new/context-rot/bin/context-status-line") ==
        "/new/context-rot/bin/context-status-line --width 9 --wrap 'x y'");
}
