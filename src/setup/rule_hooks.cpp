#include "setup/rule_hooks.h"

#include <nlohmann/json.hpp>

#include "setup/install_request.h"
#include "setup/settings_entries.h"
#include "setup/settings_own.h"
#include "setup/settings_setup.h"
#include "setup/wiring.h"
#include "util/file.h"
#include "util/json_text.h"

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

using nlohmann::ordered_json;
using Node = JsonText::Node;

/// Hooks of ours that a settings text has, in the form of a fragment, but for the rules' own.
ordered_json other_hooks(const std::string& text) {
  ordered_json out = ordered_json::object();
  const auto json = JsonText::parse(text);
  if (!json) return out;
  const Node hooks = json->find(JsonText::root, "hooks");
  for (const auto& [name, event] : last_members(*json, hooks)) {
    for (const OwnHook& own : own_hooks_of(*json, event)) {
      if (own.program == rule_program) continue;
      ordered_json group = ordered_json::object();
      if (!own.matcher.is_null()) group["matcher"] = own.matcher;
      const std::string entry(json->raw(own.entry));
      group["hooks"] = ordered_json::array({ordered_json::parse(entry, nullptr, false)});
      out[name].push_back(std::move(group));
    }
  }
  return out;
}

/// Whether a status line of ours is in a settings text.
bool shows_status_line(const std::string& text) {
  const auto wiring = read_wiring(text);
  return wiring && is_own_status_line(wiring->status_line);
}

bool has_hooks(const fs::path& settings) {
  const auto text = read_file(settings);
  return text && !other_hooks(*text).empty();
}

}  // namespace

std::optional<Place> place_of_rules(const fs::path& project, const Environment& environment) {
  for (const bool local : {false, true}) {
    const auto place = project_place(project, local, environment);
    if (!place || !has_hooks(place->settings)) continue;
    const auto own = project_place(project, true, environment);
    return own ? std::optional(*own) : std::nullopt;
  }
  const auto user = user_place(environment);
  if (user && has_hooks(user->settings)) return *user;
  return std::nullopt;
}

std::optional<std::string> wired_rule_matcher(const fs::path& settings) {
  const auto text = read_file(settings);
  const auto json = text ? JsonText::parse(*text) : Result<JsonText>(Error{text.error()});
  if (!json) return std::nullopt;
  const Node event = json->find(json->find(JsonText::root, "hooks"), "PreToolUse");
  if (event == JsonText::none) return std::nullopt;
  for (const OwnHook& own : own_hooks_of(*json, event)) {
    if (own.program == rule_program) {
      return own.matcher.is_string() ? own.matcher.get<std::string>() : std::string();
    }
  }
  return std::nullopt;
}

Result<void> add_rule_hook(SettingsRequest& request, const fs::path& fragments, const Place& place,
                           const std::string& matcher) {
  auto fragment = read_fragment(fragments, "rules", place);
  if (!fragment) return Error{fragment.error()};
  for (auto& [event, groups] : fragment->hooks.items()) {
    for (auto& group : groups) group["matcher"] = matcher;
  }
  add_hooks(request, *fragment);
  return {};
}

Report wire_rules(const Place& place, const fs::path& fragments, const std::string& matcher) {
  if (wired_rule_matcher(place.settings).value_or("") == matcher) return {};
  const auto text = read_file(place.settings);
  SettingsRequest request;
  if (text) request.wanted.hooks = other_hooks(*text);
  if (matcher.empty() && text && request.wanted.hooks.empty() && !shows_status_line(*text)) {
    return uninstall_settings(place);  // the file as it was before the first rule
  }
  if (!matcher.empty()) {
    if (auto added = add_rule_hook(request, fragments, place, matcher); !added) {
      return Report::failed(1, added.error());
    }
    if (auto there = check_programs(place, request, ""); !there) {
      return Report::failed(1, there.error());
    }
  }
  return install_settings(place, request);
}

}  // namespace context_rot::setup
