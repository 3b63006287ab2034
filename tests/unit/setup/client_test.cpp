#include "setup/client.h"

#include <doctest/doctest.h>

using namespace context_rot;
using namespace context_rot::setup;

TEST_CASE("which clients skip settings with PostCompact") {
  for (const char* version : {"1.0.128", "2.0.14", "2.0.999", "2.1.75"}) {
    CHECK(refuses_post_compact(version));
  }
  for (const char* version : {"2.1.76", "2.1.332", "2.2.0", "3.0.0", "", "none", "2.1"}) {
    CHECK_FALSE(refuses_post_compact(version));
  }
}

TEST_CASE("what an earlier client would not read the settings for is left out") {
  const auto wish_with = [](const char* event) {
    setup::SettingsRequest request;
    request.wanted.hooks["Stop"] = request.wanted.hooks[event] = nlohmann::ordered_json::array();
    return request;
  };
  setup::SettingsRequest request = wish_with("PostCompact");
  CHECK_FALSE(leave_out_unknown(request, [] { return "2.1.76"; }));
  CHECK_FALSE(leave_out_unknown(request, [] { return ""; }));
  CHECK(request.wanted.hooks.size() == 2);
  CHECK(leave_out_unknown(request, [] { return "2.1.75"; }) ==
        "PostCompact is left out: Claude Code 2.1.75 would ignore settings that have it; install "
        "again after an update");
  CHECK(request.wanted.hooks.size() == 1);
  CHECK(request.wanted.hooks.contains("Stop"));

  setup::SettingsRequest other = wish_with("PreCompact");
  bool asked = false;
  CHECK_FALSE(leave_out_unknown(other, [&] { return asked = true, "2.1.75"; }));
  CHECK_FALSE(asked);
}
