#include "transcript/failure.h"

#include <doctest/doctest.h>

#include <string>

#include "transcript/command.h"

using namespace context_rot::transcript;

TEST_CASE("by its own flag or exit code") {
  CHECK(failure_of("File does not exist.", true, true) == FailureSign::flag);
  CHECK(failure_of("Exit code 3\nhi", true, true) == FailureSign::exit_code);
  CHECK(failure_of("Exit code 1\n", false, true) == FailureSign::exit_code);
  CHECK(failure_of("Exit code 0\nfine", false, true) == FailureSign::none);
  CHECK(failure_of("The user doesn't want to proceed with this tool use. STOP", true, true) ==
        FailureSign::refused);
  CHECK_FALSE(has_failed(FailureSign::refused));
}

TEST_CASE("a tool that flags its failures is believed") {
  CHECK(failure_of("Error: this is the first line of a log", false, true) == FailureSign::none);
  CHECK(failure_of("1\tTypeError: x\n2\t  at f (a.js:1:2)\n", false, true) == FailureSign::none);
}

TEST_CASE("by its text, where nothing flags it") {
  const struct {
    const char* text;
    FailureSign sign;
  } cases[] = {
      {"[ERROR] no such table", FailureSign::error_prefix},
      {"Error: x", FailureSign::error_prefix},
      {"\n  TypeError: x is not a function", FailureSign::error_prefix},
      {"java.io.IOException: gone", FailureSign::error_prefix},
      {"fatal: not a git repository", FailureSign::error_prefix},
      {"{\"error\":\"not found\"}", FailureSign::error_prefix},
      {"HTTP/1.1 503 Service Unavailable\nbody", FailureSign::http_status},
      {"HTTP/1.1 200 OK\nbody", FailureSign::none},
      {"Request failed with status code 404", FailureSign::http_status},
      {"404 Not Found", FailureSign::http_status},
      {"404 files found in src", FailureSign::none},
      {"status: 200", FailureSign::none},
      {"Command timed out after 2m", FailureSign::timeout},
      {"connect ECONNREFUSED 127.0.0.1:5432", FailureSign::connection},
      {"curl: (7) Failed to connect: Connection refused", FailureSign::connection},
      {"bash: ./x: Permission denied", FailureSign::permission},
      {"doing\nmore\nbash: ./x: Permission denied", FailureSign::permission},
      {"Traceback (most recent call last):\n  File \"a.py\", line 1\nKeyError: 'x'",
       FailureSign::stack_trace},
      {"it broke\n    at f (a.js:1:2)\n    at g (b.js:3:4)\n", FailureSign::stack_trace},
      {"timeout", FailureSign::timeout},
      {"Timeout: no answer from the server", FailureSign::timeout},
      {"timeout of 5000ms exceeded", FailureSign::timeout},
      // what merely contains such words
      {"timeout: 30\nretries: 3", FailureSign::none},
      {"timeout=30", FailureSign::none},
      {"The default timeout of 30 seconds was set", FailureSign::none},
      {"12 tests passed, error handling is covered, no timeout", FailureSign::none},
      {"The docs say: use Error: as prefix", FailureSign::none},
      {"src/errors.ts\nsrc/failed.ts", FailureSign::none},
      {"one\nPermission denied is what users see\nlast line", FailureSign::none},
      {"we meet at 10:30", FailureSign::none},
      {"", FailureSign::none},
      {"{\"error\":null,\"ok\":true}", FailureSign::none},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    CHECK(failure_of(c.text, false, false) == c.sign);
  }
}

TEST_CASE("reports of runs") {
  CHECK(reports_failure("Tests: 3 failed, 20 passed"));
  CHECK(reports_failure("=== 1 failed, 2 passed in 0.1s ==="));
  CHECK(reports_failure("src/a.ts(1,2): error TS2304: Cannot find name"));
  CHECK(reports_failure("make: *** [all] Error 2"));
  CHECK_FALSE(reports_failure("Tests: 0 failed, 20 passed"));
  CHECK_FALSE(reports_failure("20 passed"));
  CHECK_FALSE(reports_failure("it has failed before"));
}

TEST_CASE("the telling line") {
  CHECK(telling_line("Exit code 1\n\nrunning\nTypeError: x\n at y") == "TypeError: x");
  CHECK(telling_line("<tool_use_error>String to replace not found</tool_use_error>") ==
        "String to replace not found");
  CHECK(telling_line("just this\nand that") == "just this");
  CHECK(telling_line("") == "");
}

TEST_CASE("commands and what they are about") {
  const struct {
    const char* command;
    const char* shown;
    const char* key;
  } cases[] = {
      {"npm test", "npm test", "npm test"},
      {"npm test -- api 2>&1 | tail -40", "npm test -- api", "npm test"},
      {"cd /p && CI=1 npm run test:unit > out.txt", "npm run test:unit", "npm test:unit"},
      {"npx jest src/a.test.ts --watch=false", "npx jest src/a.test.ts --watch=false", "jest"},
      {"python3 -m pytest -q tests/x.py", "python3 -m pytest -q tests/x.py", "pytest"},
      {"timeout 60 cargo test name", "cargo test name", "cargo test"},
      {"make -j4 all; echo $?", "make -j4 all", "make"},
      {"yarn vitest run a.test.ts", "yarn vitest run a.test.ts", "vitest"},
      {"# say what's new\nmake all", "make all", "make"},
      {"\\\nls src", "ls src", "ls src"},
      {"gen tables && xcodebuild -scheme Oven test", "gen tables && xcodebuild -scheme Oven test",
       "xcodebuild"},
      {"npm install left-pad --save", "npm install left-pad --save", "npm install left-pad"},
      {"ls -la src", "ls -la src", "ls src"},
      {"ls src", "ls src", "ls src"},
      {"grep -rn 'a | b' src | head", "grep -rn 'a | b' src", "grep 'a | b' src"},
      {"test -f a.bin || { echo missing; exit 1; }", "test -f a.bin", "test a.bin"},
      {"test -f a.bin || (echo missing; exit 1) && make", "test -f a.bin && make", "make"},
      {"cd /p && for f in a b; do\nnode check.js $f || break; done",
       "for f in a b; do node check.js $f || break; done",
       "for f in a b; do node check.js $f || break; done"},
      {"x || { never closed", "x", "x"},
      {"", "", ""},
      {"cd /tmp", "cd /tmp", "cd /tmp"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.command);
    const CommandGist gist = gist_of_command(c.command);
    CHECK(gist.shown == c.shown);
    CHECK(gist.key == c.key);
  }
  CHECK(gist_of_command("npm test | tail").hides_status);
  CHECK_FALSE(gist_of_command("npm test").hides_status);
  CHECK(gist_of_command("make || true").hides_status);
  for (const char* odd : {"'", "\"", "\\", "a |", "&&", "|| |", ">", "a > ", "$(", "\xFF\xFE"}) {
    gist_of_command(odd);
  }
}

TEST_CASE("a non-zero exit behind useful output") {
  std::string rows = "Exit code 1\n";
  for (int i = 0; i < 40; ++i) rows += "row " + std::to_string(i) + ": flour\n";
  CHECK(is_mostly_output(rows + "cat: cake.txt: No such file or directory\n"));
  CHECK_FALSE(is_mostly_output("Exit code 1\ncat: cake.txt: No such file or directory\n"));
  std::string errors = rows;
  for (int i = 0; i < 9; ++i) errors += "error: no flour\n";
  CHECK_FALSE(is_mostly_output(errors));
  CHECK_FALSE(is_mostly_output("Exit code 1\nTraceback (most recent call last)\n" + rows));
  CHECK_FALSE(is_mostly_output(""));
}

TEST_CASE("what is pending has not failed") {
  CHECK(is_pending("gh pr checks 4", "Exit code 8\nlint\tpending\t0\thttps://h/1"));
  CHECK(is_pending("cd x && gh pr checks", "Exit code 1\nlint\tpending\t0"));
  CHECK_FALSE(is_pending("gh pr checks 4", "Exit code 1\nlint\tfail\t7s"));
  CHECK_FALSE(is_pending("make", "Exit code 8\nlint\tpending\t0"));
}

TEST_CASE("a refusal in any of the client's wordings is no attempt") {
  CHECK(failure_of("Permission for this action was denied by the Claude Code auto mode classifier.",
                   true, true) == FailureSign::refused);
  CHECK(failure_of("bash: ./bake: Permission denied", true, true) == FailureSign::flag);
}
