#include "setup/settings_merge.h"

#include "setup/settings_check.h"
#include "setup/settings_entries.h"
#include "setup/settings_own.h"
#include "util/json_edit.h"
#include "util/json_text.h"

namespace context_rot::setup {

namespace {

using nlohmann::ordered_json;
using Node = JsonText::Node;

/// One entry of the template, with the matcher of its group.
struct WantedHook {
  const ordered_json* entry;
  nlohmann::json matcher;
  std::string program;
  bool present = false;
};

nlohmann::json sorted(const ordered_json& value) {
  return nlohmann::json::parse(value.dump());
}

std::string short_form(const std::string& command) {
  constexpr std::size_t limit = 60;
  std::string line = command.substr(0, command.find('\n'));
  if (line.size() <= limit && line.size() == command.size()) return line;
  return line.substr(0, limit) + "...";
}

/// Works out the changes to one settings file.
class Merge {
 public:
  Merge(const JsonText& json, const SettingsRequest& request)
      : json_(json), editor_(json), request_(request) {}

  Result<SettingsChange> run() {
    if (!json_.is(JsonText::root, JsonKind::object)) {
      return wrong_type(JsonText::root, "the settings", "an object");
    }
    for (auto step : {&Merge::merge_hooks, &Merge::merge_status_line, &Merge::merge_env}) {
      if (auto done = (this->*step)(); !done) return Error{done.error()};
    }
    const Node off = find_in_root("disableAllHooks");
    if (off != JsonText::none && json_.raw(off) == "true") {
      change_.notices.push_back(
          "\"disableAllHooks\" is true in these settings: no hook runs while it is set");
    }
    change_.text = editor_.apply();
    return std::move(change_);
  }

 private:
  Node find_in_root(std::string_view key) const { return json_.find(JsonText::root, key); }

  Error wrong_type(Node node, const std::string& what, const std::string& type) const {
    return Error{json_.position_of(node) + ": " + what + " should be " + type};
  }

  void done(std::string clause) {
    auto& clauses = change_.done;
    if (clauses.empty() || clauses.back() != clause) clauses.push_back(std::move(clause));
  }

  Result<void> merge_hooks() {
    const ordered_json& wanted = request_.wanted.hooks;
    const Node hooks = find_in_root("hooks");
    if (hooks == JsonText::none) {
      if (wanted.empty()) return {};
      editor_.insert_member(JsonText::root, "hooks", wanted);
      for (const auto& [event, groups] : wanted.items()) done("hook added: " + event);
      return {};
    }
    if (!json_.is(hooks, JsonKind::object)) return wrong_type(hooks, "\"hooks\"", "an object");
    bool keeps_some = false;
    for (const auto& [event, groups] : wanted.items()) {
      const Node node = json_.find(hooks, event);
      if (node == JsonText::none) {
        editor_.insert_member(hooks, event, groups);
        done("hook added: " + event);
        keeps_some = true;
      } else if (!json_.is(node, JsonKind::array)) {
        return wrong_type(node, "\"" + event + "\"", "an array");
      }
    }
    for (const auto& [name, event] : last_members(json_, hooks)) {
      const auto groups = wanted.find(name);
      merge_event(event, name, groups == wanted.end() ? ordered_json::array() : *groups);
      keeps_some = keeps_some || !editor_.removes(event);
    }
    const bool had_some = json_.first_child(hooks) != JsonText::none;
    if (had_some && !keeps_some && is_only(json_, hooks)) editor_.remove(hooks);
    return {};
  }

  /// Brings our entries of one event, which is an array unless nothing is wanted in it, to
  /// what the template has.
  void merge_event(Node event, const std::string& name, const ordered_json& groups) {
    std::vector<WantedHook> wanted;
    for (const auto& group : groups) {
      for (const auto& entry : group["hooks"]) {
        wanted.push_back(
            {&entry, group.contains("matcher") ? sorted(group["matcher"]) : nullptr,
             own_hook_program(entry["command"].get<std::string>(), entry.contains("args"))});
      }
    }
    bool removed_some = false;
    for (const OwnHook& own : own_hooks_of(json_, event)) {
      WantedHook* match = nullptr;
      for (WantedHook& hook : wanted) {
        if (!hook.present && hook.program == own.program && hook.matcher == own.matcher) {
          match = &hook;
          break;
        }
      }
      if (match == nullptr) {
        editor_.remove(own.entry);
        removed_some = true;
        done("hook removed: " + name);
        continue;
      }
      match->present = true;
      if (json_.value(own.entry) == sorted(*match->entry)) continue;
      editor_.replace(own.entry, *match->entry);
      done("hook updated: " + name);
    }
    const bool added_some = append_missing(event, name, groups, wanted);
    if (removed_some) drop_empty_groups(event, added_some);
  }

  bool append_missing(Node event, const std::string& name, const ordered_json& groups,
                      const std::vector<WantedHook>& wanted) {
    bool added = false;
    std::size_t next = 0;
    for (const auto& group : groups) {
      ordered_json missing = group;
      missing["hooks"] = ordered_json::array();
      for (const auto& entry : group["hooks"]) {
        if (!wanted[next++].present) missing["hooks"].push_back(entry);
      }
      if (missing["hooks"].empty()) continue;
      editor_.append(event, missing);
      added = true;
    }
    if (added) done("hook added: " + name);
    return added;
  }

  void drop_empty_groups(Node event, bool keep_event) {
    bool all_gone = true;
    for (const Node group : children_of(json_, event)) {
      const auto entries = children_of(json_, json_.find(group, "hooks"));
      bool gone = !entries.empty();
      for (const Node entry : entries) gone = gone && editor_.removes(entry);
      if (gone) editor_.remove(group);
      all_gone = all_gone && gone;
    }
    if (all_gone && !keep_event && is_only(json_, event)) editor_.remove(event);
  }

  Result<void> merge_status_line() {
    const Node node = find_in_root("statusLine");
    if (request_.status_line == StatusLineRequest::leave) return {};
    if (request_.status_line == StatusLineRequest::remove) {
      take_status_line_out(node);
      return {};
    }
    if (request_.wanted.status_line.is_null()) return {};
    const auto own = request_.wanted.status_line["command"].get<std::string>();
    if (node == JsonText::none) {
      add_status_line(own);
      return {};
    }
    if (!json_.is(node, JsonKind::object)) return wrong_type(node, "\"statusLine\"", "an object");
    const Node command = json_.find(node, "command");
    if (!json_.is(command, JsonKind::string) ||
        json_.string(json_.find(node, "type")) != "command") {
      return wrong_type(node, "\"statusLine\"", "of the type \"command\"");
    }
    const std::string present = json_.string(command);
    if (!is_own_status_line(present)) {
      editor_.replace(command, wrap_status_line(own, present));
      done("status line added around yours: " + short_form(present));
    } else if (const auto current = with_own_program(present, own); current != present) {
      editor_.replace(command, current);
      done("status line updated");
    }
    return {};
  }

  void add_status_line(const std::string& own) {
    ordered_json line = request_.wanted.status_line;
    if (request_.inherited_status_line.empty() ||
        is_own_status_line(request_.inherited_status_line)) {
      done("status line added");
    } else {
      line["command"] = wrap_status_line(own, request_.inherited_status_line);
      done("status line added around yours: " + short_form(request_.inherited_status_line));
    }
    editor_.insert_member(JsonText::root, "statusLine", line);
  }

  void take_status_line_out(Node node) {
    const std::string command = status_line_command(json_, node);
    if (!is_own_status_line(command)) return;
    if (const auto foreign = wrapped_status_line(command)) {
      editor_.replace(json_.find(node, "command"), *foreign);
      done("status line taken off; yours stays");
    } else {
      editor_.remove(node);
      done("status line removed");
    }
  }

  Result<void> merge_env() {
    if (request_.env.empty() && request_.env_if_absent.empty()) return {};
    const Node env = find_in_root("env");
    ordered_json added = ordered_json::object();
    if (env != JsonText::none && !json_.is(env, JsonKind::object)) {
      return wrong_type(env, "\"env\"", "an object");
    }
    for (const auto& [key, value] : request_.env_if_absent) {
      if (json_.find(env, key) == JsonText::none) added[key] = value;
    }
    for (const auto& [key, value] : request_.env) {
      const Node present = json_.find(env, key);
      if (present == JsonText::none) {
        added[key] = value;
      } else if (json_.string(present) != value) {
        editor_.replace(present, value);
        done(key + " set to " + value + " (was " + std::string(json_.raw(present)) + ")");
      }
    }
    for (const auto& [key, value] : added.items()) {
      done(key + " set to " + value.get<std::string>());
      if (env != JsonText::none) editor_.insert_member(env, key, value);
    }
    if (env == JsonText::none && !added.empty()) {
      editor_.insert_member(JsonText::root, "env", added);
    }
    return {};
  }

  const JsonText& json_;
  JsonEditor editor_;
  const SettingsRequest& request_;
  SettingsChange change_;
};

/// A document made for a file that had none: what is wanted, and a line end.
std::string new_document(const SettingsChange& merged, std::string_view text) {
  const std::string mark(text.substr(0, byte_order_mark_length(text)));
  return mark + merged.text + "\n";
}

bool is_empty_text(std::string_view text) {
  return text.find_first_not_of(" \t\r\n", byte_order_mark_length(text)) == std::string_view::npos;
}

}  // namespace

Result<SettingsChange> merge_settings(std::string_view text, const SettingsRequest& request) {
  const bool blank = is_empty_text(text);
  auto json = JsonText::parse(blank ? "{}" : std::string(text));
  if (!json) return Error{json.error()};
  auto change = Merge(*json, request).run();
  if (!change) return change;
  if (change->done.empty()) {
    change->text = text;
    return change;
  }
  if (blank) change->text = new_document(*change, text);
  SettingsExpectation expected;
  expected.own_hooks = request.wanted.hooks;
  expected.inherited_status_line = request.inherited_status_line;
  for (const auto& [key, value] : request.env) expected.env_keys.insert(key);
  for (const auto& [key, value] : request.env_if_absent) expected.env_keys.insert(key);
  const std::string before = blank ? "{}" : std::string(text);
  if (auto right = check_settings_change(before, change->text, expected); !right) {
    return Error{right.error()};
  }
  return change;
}

}  // namespace context_rot::setup
