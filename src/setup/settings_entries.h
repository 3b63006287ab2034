#pragma once
// Walking through a settings.json.

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "util/json_text.h"

namespace context_rot::setup {

/// One hook entry that is ours, and where it stands.
struct OwnHook {
  JsonText::Node entry = JsonText::none;
  JsonText::Node group = JsonText::none;
  std::string program;     // "hook-stop"
  nlohmann::json matcher;  // null where the group has none
};

/// The children of a container in their order; none for other values and for `none`.
std::vector<JsonText::Node> children_of(const JsonText& json, JsonText::Node container);

/// The members of an object that count: of those with the same key the last. Sorted by key.
std::map<std::string, JsonText::Node> last_members(const JsonText& json, JsonText::Node object);

/// Whether no other member of the same object has this member's key. Taking out one of
/// several would bring an earlier one back to life.
bool is_only(const JsonText& json, JsonText::Node member);

/// Our entries among the groups of one event, in their order. Whatever has not the shape of a
/// group or an entry is foreign.
std::vector<OwnHook> own_hooks_of(const JsonText& json, JsonText::Node event);

/// The command of a status line value; empty where it has none that is a string.
std::string status_line_command(const JsonText& json, JsonText::Node status_line);

}  // namespace context_rot::setup
