#include "setup/wiring.h"

#include <nlohmann/json.hpp>

#include "setup/settings_entries.h"
#include "util/json_text.h"

namespace context_rot::setup {

Result<Wiring> read_wiring(std::string_view text) {
  Wiring wiring;
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) return wiring;
  const auto json = JsonText::parse(std::string(text));
  if (!json) return Error{json.error()};
  const auto hooks = json->find(JsonText::root, "hooks");
  for (const auto& [event, node] : setup::last_members(*json, hooks)) {
    for (const setup::OwnHook& hook : setup::own_hooks_of(*json, node)) {
      wiring.hooks.push_back(
          {event, hook.program, json->string(json->find(hook.entry, "command"))});
    }
  }
  wiring.status_line = setup::status_line_command(*json, json->find(JsonText::root, "statusLine"));
  const auto is_true = [&](std::string_view key) {
    const auto node = json->find(JsonText::root, key);
    return node != JsonText::none && json->raw(node) == "true";
  };
  wiring.hooks_off = is_true("disableAllHooks");
  wiring.managed_only = is_true("allowManagedHooksOnly");
  return wiring;
}

}  // namespace context_rot::setup
