#include "setup/client.h"

#include <chrono>
#include <cstdio>
#include <tuple>

#include "util/subprocess.h"

namespace context_rot::setup {

namespace {

constexpr std::size_t longest_version = 1000;

}  // namespace

std::string client_version() {
  const auto output = run_shell("claude --version", "", std::chrono::seconds(10), longest_version);
  return output ? output->substr(0, output->find_first_of(" \n")) : "";
}

bool refuses_post_compact(const std::string& version) {
  int major = 0;
  int minor = 0;
  int patch = 0;
  if (std::sscanf(version.c_str(), "%d.%d.%d", &major, &minor, &patch) != 3) return false;
  return std::tuple(major, minor, patch) < std::tuple(2, 1, 76);
}

std::optional<std::string> leave_out_unknown(setup::SettingsRequest& request,
                                             const std::function<std::string()>& version) {
  constexpr const char* event = "PostCompact";
  if (!request.wanted.hooks.contains(event)) return std::nullopt;
  const std::string client = version();
  if (!refuses_post_compact(client)) return std::nullopt;
  request.wanted.hooks.erase(event);
  return "PostCompact is left out: Claude Code " + client +
         " would ignore settings that have it; install again after an update";
}

}  // namespace context_rot::setup
