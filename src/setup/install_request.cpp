#include "setup/install_request.h"

#include <unistd.h>

#include <algorithm>
#include <vector>

#include "setup/settings_own.h"
#include "setup/wiring.h"
#include "util/file.h"
#include "util/program_path.h"

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

constexpr const char* live_program = "hook-post-tool-use";

/// The programs that the settings are to start.
std::vector<std::string> programs_of(const setup::SettingsWish& wish) {
  std::vector<std::string> names;
  for (const auto& [event, groups] : wish.wanted.hooks.items()) {
    for (const auto& group : groups) {
      for (const auto& entry : group["hooks"]) {
        names.push_back(setup::own_hook_program(entry["command"].get<std::string>(),
                                                entry.contains("args")));
      }
    }
  }
  if (wish.status_line == setup::StatusLineWish::want && !wish.wanted.status_line.is_null()) {
    names.push_back("context-status-line");
  }
  return names;
}

bool is_executable(const fs::path& path) {
  return ::access(path.c_str(), X_OK) == 0;
}

}  // namespace

Result<fs::path> fragments_folder(const fs::path& given) {
  constexpr int levels = 4;  // build/NAME/bin/context-setup
  if (!given.empty()) return given;
  fs::path folder = program_path().parent_path();
  for (int i = 0; i < levels && folder.has_relative_path(); ++i, folder = folder.parent_path()) {
    std::error_code error;
    const fs::path found = folder / "settings-templates";
    if (fs::is_directory(found, error)) return found;
  }
  return Error{"no settings-templates near this program; name them with --templates"};
}

Result<setup::SettingsTemplate> read_fragment(const fs::path& folder, const std::string& name,
                                             const Place& place) {
  const fs::path path = folder / (name + ".json");
  const auto text = read_file(path);
  if (!text) return Error{text.error()};
  auto fragment = setup::read_settings_template(*text, place.bin_in_settings());
  if (!fragment) return Error{path.string() + ": " + fragment.error()};
  return fragment;
}

bool has_live_hooks(const fs::path& settings) {
  const auto text = read_file(settings);
  const auto wiring = text ? read_wiring(*text) : Result<Wiring>(Error{text.error()});
  return wiring && std::any_of(wiring->hooks.begin(), wiring->hooks.end(),
                               [](const WiredHook& hook) { return hook.program == live_program; });
}

void add_hooks(setup::SettingsWish& wish, const setup::SettingsTemplate& fragment) {
  for (const auto& [event, groups] : fragment.hooks.items()) {
    auto& there = wish.wanted.hooks[event];
    if (there.is_null()) there = nlohmann::ordered_json::array();
    for (const auto& group : groups) there.push_back(group);
  }
}

void add_compaction_percent(setup::SettingsWish& wish, int percent) {
  wish.env[std::string(setup::own_variables[0])] = std::to_string(percent);
  wish.env_if_absent[std::string(setup::own_variables[1])] = "1000000";
}

Result<void> check_programs(const Place& place, const setup::SettingsWish& wish,
                            const fs::path& programs) {
  for (const std::string& name : programs_of(wish)) {
    if (is_executable(place.bin() / name)) continue;
    if (!programs.empty() && is_executable(programs / name)) continue;
    return Error{(place.bin() / name).string() +
                 " is not there: run install.sh, or name built programs with --programs"};
  }
  return {};
}

}  // namespace context_rot::setup
