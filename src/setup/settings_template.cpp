#include "setup/settings_template.h"

#include "setup/settings_own.h"
#include "util/shell_word.h"

namespace context_rot::setup {

namespace {

using nlohmann::ordered_json;

constexpr std::string_view any_folder = "@CONTEXT_ROT_BIN@";
// The client replaces the braces itself, without a shell; the status line goes through one.
constexpr std::string_view project_folder = "${CLAUDE_PROJECT_DIR}/.claude/context-rot/bin";
constexpr std::string_view project_folder_in_shell =
    "\"$CLAUDE_PROJECT_DIR\"/.claude/context-rot/bin";

std::string with_folder(const std::string& command, std::string_view project_form,
                        std::string_view folder) {
  for (const std::string_view form : {any_folder, project_form}) {
    if (command.compare(0, form.size(), form) == 0) {
      return std::string(folder) + command.substr(form.size());
    }
  }
  return command;
}

Result<void> resolve_entry(ordered_json& entry, const std::string& event,
                           const std::string& programs_folder) {
  const Error wrong{"hooks." + event + ": a hook needs a \"command\" in context-rot/bin"};
  if (!entry.is_object() || !entry.contains("command") || !entry["command"].is_string()) {
    return wrong;
  }
  const bool exec_form = entry.contains("args");
  const auto given = entry["command"].get<std::string>();
  const bool project = programs_folder.empty();
  const std::string folder =
      project ? std::string(exec_form ? project_folder : project_folder_in_shell)
              : (exec_form ? programs_folder : quote_shell_word(programs_folder));
  const auto command =
      with_folder(given, exec_form ? project_folder : project_folder_in_shell, folder);
  const std::string program = own_hook_program(command, exec_form);
  if (program.empty()) return wrong;
  if (exec_form || project) {
    entry["command"] = command;
    return {};
  }
  ordered_json without_shell;
  for (const auto& [key, value] : entry.items()) {
    if (key == "command") {
      without_shell[key] = programs_folder + "/" + program;
      without_shell["args"] = ordered_json::array();
    } else {
      without_shell[key] = value;
    }
  }
  entry = std::move(without_shell);
  return {};
}

Result<void> resolve_hooks(ordered_json& hooks, const std::string& programs_folder) {
  if (!hooks.is_object()) return Error{"\"hooks\" should be an object"};
  for (const auto& [event, groups] : hooks.items()) {
    if (!groups.is_array()) return Error{"hooks." + event + " should be an array"};
    for (auto& group : groups) {
      if (!group.is_object() || !group.contains("hooks") || !group["hooks"].is_array()) {
        return Error{"hooks." + event + ": a group needs an array \"hooks\""};
      }
      for (auto& entry : group["hooks"]) {
        if (auto resolved = resolve_entry(entry, event, programs_folder); !resolved) return resolved;
      }
    }
  }
  return {};
}

Result<void> resolve_status_line(ordered_json& line, const std::string& folder) {
  if (!line.is_object() || !line.contains("command") || !line["command"].is_string()) {
    return Error{"\"statusLine\" needs a \"command\""};
  }
  const auto command =
      with_folder(line["command"].get<std::string>(), project_folder_in_shell, folder);
  if (!is_own_status_line(command)) {
    return Error{"the status line command is not context-rot/bin/context-status-line"};
  }
  line["command"] = command;
  return {};
}

}  // namespace

Result<SettingsTemplate> read_settings_template(std::string_view text,
                                                const std::string& programs_folder) {
  const auto tree = ordered_json::parse(text, nullptr, false);
  if (!tree.is_object()) return Error{"not a JSON object"};
  const bool project = programs_folder.empty();
  SettingsTemplate wanted;
  for (const auto& [key, value] : tree.items()) {
    if (key == "hooks") {
      wanted.hooks = value;
      if (auto resolved = resolve_hooks(wanted.hooks, programs_folder); !resolved) {
        return Error{resolved.error()};
      }
    } else if (key == "statusLine") {
      wanted.status_line = value;
      const auto folder =
          project ? std::string(project_folder_in_shell) : quote_shell_word(programs_folder);
      if (auto resolved = resolve_status_line(wanted.status_line, folder); !resolved) {
        return Error{resolved.error()};
      }
    } else {
      return Error{"a template holds only \"hooks\" and \"statusLine\", not \"" + key + "\""};
    }
  }
  return wanted;
}

}  // namespace context_rot::setup
