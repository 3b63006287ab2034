#include "setup/settings_check.h"

#include <doctest/doctest.h>

#include <string>

using namespace context_rot::setup;

namespace {

const std::string own_entry =
    R"({"type":"command","command":"/x/context-rot/bin/hook-stop","args":[]})";
const std::string foreign_entry = R"({"type":"command","command":"mine"})";

std::string with_stop(const std::string& groups, const std::string& rest = "") {
  return "{\"hooks\":{\"Stop\":[" + groups + "]}" + rest + "}";
}

SettingsExpectation expects_stop() {
  SettingsExpectation expected;
  expected.own_hooks =
      nlohmann::ordered_json::parse("{\"Stop\":[{\"hooks\":[" + own_entry + "]}]}");
  return expected;
}

bool passes(const std::string& before, const std::string& after,
            const SettingsExpectation& expected = expects_stop()) {
  return static_cast<bool>(check_settings_change(before, after, expected));
}

}  // namespace

TEST_CASE("a right change passes") {
  const std::string own = "{\"hooks\":[" + own_entry + "]}";
  const std::string foreign = "{\"hooks\":[" + foreign_entry + "]}";
  CHECK(passes("{}", with_stop(own)));
  CHECK(passes(with_stop(""), with_stop(own)));
  CHECK(passes(with_stop(foreign), with_stop(foreign + "," + own)));
  CHECK(passes(with_stop(foreign),
               with_stop("{\"hooks\":[" + own_entry + "," + foreign_entry + "]}")));
  CHECK(passes(with_stop(own), with_stop(own)));
  CHECK(passes(with_stop(own), "{}", {}));
}

TEST_CASE("every way to break settings is found") {
  const std::string own = "{\"hooks\":[" + own_entry + "]}";
  const std::string foreign = "{\"hooks\":[" + foreign_entry + "]}";
  CHECK(!passes("{}", "{"));
  CHECK(!passes("{}", "[]"));
  CHECK(!passes("{}", "{}"));                                              // ours is missing
  CHECK(!passes("{}", with_stop(own + "," + own)));                        // twice
  CHECK(!passes("{}", with_stop("{\"matcher\":\"x\"," + own.substr(1))));  // under a matcher
  CHECK(!passes("{}", with_stop(own), {}));                                // not wanted
  CHECK(!passes(with_stop(foreign), with_stop(own)));                      // a foreign hook lost
  CHECK(!passes(with_stop(foreign + "," + foreign), with_stop(foreign + "," + own)));
  CHECK(!passes("{\"a\":1}", with_stop(own)));              // a key lost
  CHECK(!passes("{\"a\":1}", with_stop(own, ",\"a\":2")));  // changed
  CHECK(!passes("{}", with_stop(own, ",\"a\":2")));         // come from nowhere
  CHECK(!passes("{\"env\":{\"A\":\"1\"}}", with_stop(own)));
}

TEST_CASE("status lines: ours counts for nothing, a foreign one inside it for itself") {
  const std::string own = "{\"hooks\":[" + own_entry + "]}";
  const auto line = [](const std::string& command) {
    return ",\"statusLine\":{\"type\":\"command\",\"command\":\"" + command + "\"}";
  };
  const auto settings = [&](const std::string& command) {
    return "{\"x\":1" + line(command) + "}";
  };
  const std::string ours = "/x/context-rot/bin/context-status-line";
  CHECK(passes("{}", with_stop(own, line(ours))));
  CHECK(passes(settings("mine"), with_stop(own, ",\"x\":1" + line(ours + " --wrap mine"))));
  CHECK(!passes(settings("mine"), with_stop(own, ",\"x\":1" + line(ours + " --wrap other"))));
  CHECK(!passes(settings("mine"), with_stop(own, ",\"x\":1" + line(ours))));
  CHECK(!passes(settings("mine"), with_stop(own, ",\"x\":1")));
  SettingsExpectation inherits = expects_stop();
  inherits.inherited_status_line = "theirs";
  CHECK(passes("{}", with_stop(own, line(ours + " --wrap theirs")), inherits));
  CHECK(!passes("{}", with_stop(own, line(ours + " --wrap other")), inherits));
}

TEST_CASE("variables that are meant to change may") {
  SettingsExpectation expected = expects_stop();
  expected.env_keys = {"A"};
  const std::string own = "{\"hooks\":[" + own_entry + "]}";
  CHECK(passes("{}", with_stop(own, ",\"env\":{\"A\":\"1\"}"), expected));
  CHECK(!passes("{}", with_stop(own, ",\"env\":{\"A\":\"1\",\"B\":\"1\"}"), expected));
}
