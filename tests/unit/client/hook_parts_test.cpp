#include "client/hook_parts.h"

#include <doctest/doctest.h>

#include <optional>
#include <stdexcept>

#include "support/session.h"

using namespace context_rot;

TEST_CASE("a part that fails is logged and the next still runs") {
  const test::TempFolder folder;
  const auto data = folder.path() / ".claude" / "context-rot";
  std::filesystem::create_directories(data);
  const client::HookParts parts("hook-x", folder.path(), fixed_environment({}));
  CHECK(parts.run([]() -> std::string { throw std::runtime_error("no ledger"); }).empty());
  CHECK(parts.run([]() -> std::optional<int> { throw 5; }) == std::nullopt);
  bool ran = false;
  parts.run([&] { ran = true; });
  CHECK(ran);
  CHECK(parts.run([] { return std::string("said"); }) == "said");
  const std::string log = test::content_of(data / "hook-errors.log");
  CHECK(log.find("hook-x: no ledger\n") != std::string::npos);
  CHECK(log.find("hook-x: unknown exception\n") != std::string::npos);
}

TEST_CASE("where there is no place for a log, a part still fails alone") {
  const client::HookParts parts("hook-x", "/dev/null/none", fixed_environment({}));
  CHECK(parts.run([]() -> int { throw std::runtime_error("x"); }) == 0);
}
