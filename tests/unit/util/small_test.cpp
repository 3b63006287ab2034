// The small ones: numbers, times, environment, subprocess.

#include <doctest/doctest.h>
#include <stdlib.h>
#include <time.h>

#include "util/environment.h"
#include "util/number.h"
#include "util/subprocess.h"
#include "util/time.h"
#include "util/visible.h"

using namespace context_rot;
using namespace std::chrono_literals;

TEST_CASE("whole numbers") {
  CHECK(parse_count("0") == 0);
  CHECK(parse_count("007") == 7);
  CHECK(parse_count("999999999999999") == 999'999'999'999'999);
  for (const char* text :
       {"", "1000000000000000", "-1", "+1", " 1", "1 ", "1.0", "1e3", "0x1", "x"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_count(text));
  }
}

TEST_CASE("short counts are cut, not rounded") {
  CHECK(short_count(0) == "0");
  CHECK(short_count(999) == "999");
  CHECK(short_count(1000) == "1k");
  CHECK(short_count(136'999) == "136k");
  CHECK(short_count(999'999) == "999k");
  CHECK(short_count(1'000'000) == "1M");
  CHECK(short_count(1'299'999) == "1.2M");
}

TEST_CASE("times") {
  CHECK(parse_utc("1970-01-01T00:00:00Z") == 0);
  CHECK(parse_utc("2026-11-29T23:44:11.370Z") == 1795995851370);
  CHECK(parse_utc("2024-02-29T00:00:00.5Z") == 1709164800500);
  CHECK(format_utc(1795995851370) == "2026-11-29T23:44:11.370Z");
  for (const char* text :
       {"", "Z", "2026-11-29", "2026-11-29T23:44:11", "2026-13-01T00:00:00Z",
        "2023-02-29T00:00:00Z", "2026-11-29T24:00:00Z", "2026-11-29T23:44:11.Z",
        "2026-11-29T23:44:11.37xZ", "2026-11-29 23:44:11Z", "2026-11-29T23:44:11.000000000000Z"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_utc(text));
  }
}

TEST_CASE("times with an offset") {
  CHECK(parse_time("2026-11-29T23:44:11.370Z") == 1795995851370);
  CHECK(parse_time("2026-11-30T01:44:11.370+02:00") == 1795995851370);
  CHECK(parse_time("2026-11-29T20:14:11.370-03:30") == 1795995851370);
  for (const char* text : {"", "+02:00", "2026-11-30T01:44:11", "2026-11-30T01:44:11+2:00",
                           "2026-11-30T01:44:11+02:60", "2026-11-30T01:44:11+15:00",
                           "2026-11-30T01:44:11Z+02:00", "2026-11-30T01:44:11 02:00"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_time(text));
  }
  for (const char* text : {"", "2026-11-31", "2026-11-3", "2026-11-30T", "yesterday!"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_local_day(text));
  }
}

TEST_CASE("a time as people read it, in their zone") {
  const char* before = std::getenv("TZ");
  const std::string kept = before != nullptr ? before : "";
  ::setenv("TZ", "XYZ-2", 1);
  ::tzset();
  CHECK(format_local(1795995851370) == "2026-11-30 01:44");
  CHECK(format_with_offset(1795995851370) == "2026-11-30T01:44:11.370+02:00");
  CHECK(parse_local_day("2026-11-30") == 1795996800000 - 2 * 3600 * 1000);
  ::setenv("TZ", "XYZ+3:30", 1);
  ::tzset();
  CHECK(format_with_offset(1795995851370) == "2026-11-29T20:14:11.370-03:30");
  ::setenv("TZ", "UTC", 1);
  ::tzset();
  CHECK(format_with_offset(1795995851370) == "2026-11-29T23:44:11.370Z");
  before != nullptr ? ::setenv("TZ", kept.c_str(), 1) : ::unsetenv("TZ");
  ::tzset();
}

TEST_CASE("an empty variable is unset") {
  const Environment environment = fixed_environment({{"A", "1"}, {"B", ""}});
  CHECK(environment("A") == "1");
  CHECK_FALSE(environment("B"));
  CHECK_FALSE(environment("C"));
}

TEST_CASE("another program's output") {
  const auto run = [](const char* command, std::string_view input = "") {
    return run_shell(command, input, 2000ms, 1u << 20);
  };
  CHECK(*run("echo hello") == "hello\n");
  CHECK(*run("cat", "in put") == "in put");
  CHECK(run("cat | wc -c", std::string(300'000, 'x'))->substr(0, 6) == "300000");
  CHECK(*run("true", std::string(300'000, 'x')) == "");  // it need not read its input
  CHECK_FALSE(run("exit 3"));
  CHECK_FALSE(run("no-such-program-here"));
  CHECK_FALSE(run_shell("yes", "", 2000ms, 1000));
  CHECK(run_shell("sleep 30", "", 50ms, 1000).error() == "took too long");
  CHECK(*run("sleep 30 & echo now") == "now\n");  // a child in the background is left alone
  // A child that closes its output and stays is waited for, and no longer than the limit.
  CHECK(run_shell("exec >&-; sleep 30", "", 50ms, 1000).error() == "took too long");
}

TEST_CASE("foreign text for a terminal") {
  CHECK(visible("plain \u00e9") == "plain \u00e9");
  CHECK(visible("a\x1b[31mb\nc\x7f") == "a\uFFFD[31mb\uFFFDc\uFFFD");
  CHECK(visible("a\xC2\x9Bm\xC2\xA0") == "a\uFFFDm\u00a0");  // C1, and a no-break space
  CHECK(visible("a\xFF") == "a\uFFFD");
  CHECK(in_quotes("7.5") == "\"7.5\"");
  CHECK(in_quotes(std::string(50, 'x')) == "\"" + std::string(40, 'x') + "...\"");
}
