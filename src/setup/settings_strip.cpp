#include <algorithm>
#include <iterator>

#include "setup/settings_check.h"
#include "setup/settings_entries.h"
#include "setup/settings_merge.h"
#include "setup/settings_own.h"
#include "util/json_edit.h"
#include "util/json_text.h"

namespace context_rot::setup {

namespace {

using Node = JsonText::Node;

/// A remembered text as JSON, an empty object where there is none to read.
JsonText remembered(const std::string& text) {
  auto json = JsonText::parse(text);
  return json ? std::move(*json) : std::move(*JsonText::parse("{}"));
}

/// Works out how to take everything of ours out of one settings file.
class Strip {
 public:
  Strip(const JsonText& json, const std::optional<SettingsMemory>& memory)
      : json_(json),
        editor_(json),
        has_memory_(memory.has_value()),
        before_(remembered(memory ? memory->before.value_or("{}") : "{}")),
        after_(remembered(memory ? memory->after : "{}")) {}

  SettingsChange run() {
    if (json_.is(JsonText::root, JsonKind::object)) {
      for (const Node member : children_of(json_, JsonText::root)) {
        if (json_.key(member) == "hooks") strip_hooks(member);
      }
      strip_status_line();
      strip_env();
    }
    change_.text = editor_.apply();
    return std::move(change_);
  }

  const SettingsExpectation& expectation() const { return expectation_; }

 private:
  void done(std::string clause) { change_.done.push_back(std::move(clause)); }

  /// Whether a container that our going empties goes with it. Remembered ones were there
  /// before us.
  void drop_if_empty(Node container, bool was_there_before) {
    for (const Node child : children_of(json_, container)) {
      if (!editor_.removes(child)) return;
    }
    if (!was_there_before && is_only(json_, container)) editor_.remove(container);
  }

  void strip_hooks(Node hooks) {
    const Node before = before_.find(JsonText::root, "hooks");
    if (!json_.is(hooks, JsonKind::object)) return;
    bool removed_some = false;
    for (const Node event : children_of(json_, hooks)) {
      const auto own = own_hooks_of(json_, event);
      if (own.empty()) continue;
      for (const OwnHook& hook : own) editor_.remove(hook.entry);
      Node group = JsonText::none;
      for (const OwnHook& hook : own) {
        if (hook.group != group) drop_group_if_empty(hook.group);
        group = hook.group;
      }
      const std::string name = json_.key(event);
      drop_if_empty(event, before_.find(before, name) != JsonText::none);
      done("hook removed: " + name);
      removed_some = true;
    }
    if (removed_some) drop_if_empty(hooks, before != JsonText::none);
  }

  void drop_group_if_empty(Node group) {
    for (const Node entry : children_of(json_, json_.find(group, "hooks"))) {
      if (!editor_.removes(entry)) return;
    }
    editor_.remove(group);
  }

  void strip_status_line() {
    const Node node = json_.find(JsonText::root, "statusLine");
    const std::string command = status_line_command(json_, node);
    if (!is_own_status_line(command)) return;
    const auto foreign = wrapped_status_line(command);
    const Node before = before_.find(JsonText::root, "statusLine");
    if (!foreign || was_inherited(*foreign)) {
      if (foreign) expectation_.inherited_status_line = *foreign;
      editor_.remove(node);
      done("status line removed");
      return;
    }
    const Node wrapped = json_.find(node, "command");
    if (status_line_command(before_, before) == *foreign) {
      editor_.replace_raw(wrapped, std::string(before_.raw(before_.find(before, "command"))));
    } else {
      editor_.replace(wrapped, *foreign);
    }
    done("status line: yours is back");
  }

  /// Whether the wrapped command came from another file: then this one had no status line.
  bool was_inherited(const std::string& foreign) const {
    if (!has_memory_ || before_.find(JsonText::root, "statusLine") != JsonText::none) return false;
    const Node after = after_.find(JsonText::root, "statusLine");
    return wrapped_status_line(status_line_command(after_, after)) == foreign;
  }

  /// Puts back the variables that were set, where they still have the value we gave them.
  void strip_env() {
    const Node env = json_.find(JsonText::root, "env");
    const Node env_before = before_.find(JsonText::root, "env");
    bool removed_some = false;
    for (const auto& [key, set] : last_members(after_, after_.find(JsonText::root, "env"))) {
      if (std::find(std::begin(own_variables), std::end(own_variables), key) ==
          std::end(own_variables)) {
        continue;  // whatever is remembered of it
      }
      const Node present = json_.find(env, key);
      const Node old = before_.find(env_before, key);
      if (present == JsonText::none || json_.value(present) != after_.value(set)) continue;
      if (old != JsonText::none && before_.value(old) == after_.value(set)) continue;
      expectation_.env_keys.insert(key);
      if (old != JsonText::none) {
        editor_.replace_raw(present, std::string(before_.raw(old)));
        done(key + " is " + std::string(before_.raw(old)) + " again");
      } else {
        editor_.remove(present);
        removed_some = true;
        done(key + " removed");
      }
    }
    if (removed_some) drop_if_empty(env, env_before != JsonText::none);
  }

  const JsonText& json_;
  JsonEditor editor_;
  bool has_memory_;
  JsonText before_;
  JsonText after_;
  SettingsExpectation expectation_;
  SettingsChange change_;
};

}  // namespace

Result<SettingsChange> strip_settings(std::string_view text,
                                      const std::optional<SettingsMemory>& memory) {
  auto json = JsonText::parse(std::string(text));
  if (!json) return Error{json.error()};
  Strip strip(*json, memory);
  SettingsChange change = strip.run();
  if (change.done.empty()) return change;
  auto right = check_settings_change(std::string(text), change.text, strip.expectation());
  if (!right) return Error{right.error()};
  auto stripped = JsonText::parse(change.text);
  change.left_empty = stripped && stripped->first_child(JsonText::root) == JsonText::none;
  return change;
}

bool has_own_settings(std::string_view text) {
  const auto change = strip_settings(text, std::nullopt);
  return change && !change->done.empty();
}

}  // namespace context_rot::setup
