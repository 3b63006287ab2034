#include "setup/settings_check.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "setup/settings_own.h"
#include "util/json_text.h"
#include "util/utf8.h"

namespace context_rot::setup {

namespace {

using Json = nlohmann::json;

Json read_place(const std::string& text) {
  return Json::parse(repair_json_text(text.substr(byte_order_mark_length(text))), nullptr, false);
}

bool is_own_entry(const Json& entry) {
  return entry.is_object() && entry.contains("command") && entry["command"].is_string() &&
         !own_hook_program(entry["command"].get<std::string>(), entry.contains("args")).empty();
}

bool has_entries(const Json& group) {
  return group.is_object() && group.contains("hooks") && group["hooks"].is_array();
}

/// Our entries of one event with the rest of their group, and the event's groups without
/// them and without the groups that this empties.
std::vector<Json> take_own(const std::string& event, Json& groups) {
  std::vector<Json> own;
  Json kept = Json::array();
  for (Json& group : groups) {
    if (has_entries(group)) {
      Json entries = Json::array();
      const bool had_some = !group["hooks"].empty();
      for (Json& entry : group["hooks"]) {
        if (is_own_entry(entry)) {
          own.push_back({event, group.value("matcher", Json()), entry});
        } else {
          entries.push_back(std::move(entry));
        }
      }
      if (entries.empty() && had_some) continue;
      group["hooks"] = std::move(entries);
    }
    kept.push_back(std::move(group));
  }
  groups = std::move(kept);
  return own;
}

/// Our hooks, sorted; `settings` loses them, and the empty containers in "hooks".
std::vector<Json> take_own_hooks(Json& settings) {
  std::vector<Json> own;
  if (!settings.contains("hooks") || !settings["hooks"].is_object()) return own;
  Json kept = Json::object();
  for (auto& [event, groups] : settings["hooks"].items()) {
    if (groups.is_array()) {
      const auto found = take_own(event, groups);
      own.insert(own.end(), found.begin(), found.end());
      if (groups.empty()) continue;
    }
    kept[event] = std::move(groups);
  }
  settings["hooks"] = std::move(kept);
  if (settings["hooks"].empty()) settings.erase("hooks");
  std::sort(own.begin(), own.end());
  return own;
}

std::string command_of(const Json& settings) {
  const auto line = settings.find("statusLine");
  if (line == settings.end() || !line->is_object()) return {};
  const auto command = line->find("command");
  return command != line->end() && command->is_string() ? command->get<std::string>() : "";
}

void take_own_status_line(Json& settings) {
  const std::string command = command_of(settings);
  if (!is_own_status_line(command)) return;
  if (const auto foreign = wrapped_status_line(command)) {
    settings["statusLine"]["command"] = *foreign;
  } else {
    settings.erase("statusLine");
  }
}

void take_env(Json& settings, const std::set<std::string>& keys) {
  if (!settings.contains("env") || !settings["env"].is_object()) return;
  for (const std::string& key : keys) settings["env"].erase(key);
  if (settings["env"].empty()) settings.erase("env");
}

}  // namespace

Result<void> check_settings_change(const std::string& before, const std::string& after,
                                   const SettingsExpectation& expected) {
  Json old_settings = read_place(before);
  Json new_settings = read_place(after);
  if (old_settings.is_discarded()) {
    return Error{"the change could not be checked (a number too large for a double?)"};
  }
  if (!old_settings.is_object() || !new_settings.is_object()) {
    return Error{"the changed settings would not be a JSON object"};
  }
  Json wanted = {{"hooks", Json::parse(expected.own_hooks.dump())}};
  take_own_hooks(old_settings);
  if (take_own_hooks(new_settings) != take_own_hooks(wanted)) {
    return Error{"the changed settings would not hold the hooks wanted"};
  }
  for (Json* settings : {&old_settings, &new_settings}) {
    take_own_status_line(*settings);
    take_env(*settings, expected.env_keys);
  }
  if (!expected.inherited_status_line.empty() &&
      old_settings.contains("statusLine") != new_settings.contains("statusLine")) {
    Json& one = old_settings.contains("statusLine") ? old_settings : new_settings;
    if (command_of(one) == expected.inherited_status_line) one.erase("statusLine");
  }
  if (old_settings != new_settings) {
    return Error{"the changed settings would not keep what is not ours"};
  }
  return {};
}

}  // namespace context_rot::setup
