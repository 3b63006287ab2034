#include "setup/last_install.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "setup/install_request.h"
#include "setup/rule_hooks.h"
#include "setup/settings_memory.h"
#include "setup/settings_own.h"
#include "util/shell_word.h"

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view local_settings = "settings.local.json";
constexpr const char* live_hook = "hook-post-tool-use";

void add_file(LastInstall& last, const Wiring& wiring) {
  for (const WiredHook& hook : wiring.hooks) {
    const bool known =
        std::any_of(last.hooks.begin(), last.hooks.end(),
                    [&](const WiredHook& other) { return other.program == hook.program; });
    if (!known) last.hooks.push_back(hook);
  }
  last.status_line = last.status_line || setup::is_own_status_line(wiring.status_line);
}

/// What a fragment wires; nothing where it cannot be read.
Wiring fragment_wiring(const Place& place, const std::string& name) {
  const auto folder = fragments_folder(place.data() / "settings-templates");
  const auto fragment = folder ? read_fragment(*folder, name, place)
                               : Result<setup::SettingsTemplate>(Error{folder.error()});
  if (!fragment) return {};
  auto wiring = read_wiring(nlohmann::json{{"hooks", fragment->hooks}}.dump());
  return wiring ? *std::move(wiring) : Wiring();
}

std::set<std::string> named_programs(const std::vector<WiredHook>& hooks) {
  std::set<std::string> out;
  for (const WiredHook& hook : hooks) {
    if (hook.program != live_hook && hook.program != rule_program) out.insert(hook.program);
  }
  return out;
}

}  // namespace

LastInstall last_install(const Place& place) {
  LastInstall last;
  bool recorded = false;
  for (const std::string_view name : {std::string_view("settings.json"), local_settings}) {
    const auto record = load_record(record_file(place.memory(), place.root / name));
    if (!record || !*record || (*record)->after.empty()) continue;
    const auto wiring = read_wiring((*record)->after.front());
    if (wiring) add_file(last, *wiring);
    last.local = !recorded && wiring && name == local_settings;
    recorded = true;
  }
  if (!recorded) add_file(last, fragment_wiring(place, place.is_project ? "project" : "user"));
  return last;
}

std::string repair_command(const Place& place, const LastInstall& last) {
  std::string out = quote_shell_word(tidy(place.bin() / "context-setup").string()) + " install ";
  out +=
      place.is_project ? "--project " + quote_shell_word(tidy(place.project).string()) : "--user";
  if (last.local) out += " --local";
  const auto programs = named_programs(last.hooks);
  if (programs == named_programs(fragment_wiring(place, "minimal").hooks))
    out += " --template minimal";
  if (programs.empty() && last.status_line) out += " --template status-line";
  const bool live = std::any_of(last.hooks.begin(), last.hooks.end(),
                                [](const WiredHook& hook) { return hook.program == live_hook; });
  if (live) out += " --live";
  if (last.status_line) out += " --status-line";
  return out;
}

}  // namespace context_rot::setup
