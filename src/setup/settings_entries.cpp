#include "setup/settings_entries.h"

#include "setup/settings_own.h"

namespace context_rot::setup {

using Node = JsonText::Node;

std::vector<Node> children_of(const JsonText& json, Node container) {
  std::vector<Node> children;
  if (!json.is(container, JsonKind::object) && !json.is(container, JsonKind::array)) {
    return children;
  }
  for (Node child = json.first_child(container); child != JsonText::none;
       child = json.next(child)) {
    children.push_back(child);
  }
  return children;
}

std::map<std::string, Node> last_members(const JsonText& json, Node object) {
  std::map<std::string, Node> members;
  if (!json.is(object, JsonKind::object)) return members;
  for (const Node member : children_of(json, object)) members[json.key(member)] = member;
  return members;
}

bool is_only(const JsonText& json, Node member) {
  return json.count(json.parent(member), json.key(member)) == 1;
}

std::vector<OwnHook> own_hooks_of(const JsonText& json, Node event) {
  std::vector<OwnHook> own;
  if (!json.is(event, JsonKind::array)) return own;
  for (const Node group : children_of(json, event)) {
    const Node entries = json.find(group, "hooks");
    if (!json.is(entries, JsonKind::array)) continue;
    for (const Node entry : children_of(json, entries)) {
      const Node command = json.find(entry, "command");
      if (!json.is(command, JsonKind::string)) continue;
      const bool exec_form = json.find(entry, "args") != JsonText::none;
      const std::string program = own_hook_program(json.string(command), exec_form);
      if (program.empty()) continue;
      const Node matcher = json.find(group, "matcher");
      own.push_back({entry, group, program,
                     matcher == JsonText::none ? nlohmann::json() : json.value(matcher)});
    }
  }
  return own;
}

std::string status_line_command(const JsonText& json, Node status_line) {
  const Node command = json.find(status_line, "command");
  return command == JsonText::none ? std::string() : json.string(command);
}

}  // namespace context_rot::setup
