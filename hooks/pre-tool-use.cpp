// PreToolUse, for who keeps rules: a call that a rule is about gets one line for the model, a
// question to the person, or a refusal, as the rule says. Every other call: nothing, and no file is
// read but the rules and the record that they are this person's.

#include <filesystem>

#include "client/hook.h"
#include "client/hook_parts.h"
#include "rules/rules_file.h"
#include "rules/told.h"
#include "rules/tool_call.h"

namespace context_rot::hook_pre_tool_use {

namespace {

std::string answer(const client::HookInput& input, const Environment& environment,
                   const client::HookParts&) {
  if (input.event != "PreToolUse" || !input.tool_input.is_object()) return {};
  const std::filesystem::path project = client::project_folder(input, environment);
  const auto found = rules::load_rules(project, environment, true);
  if (!found) throw std::runtime_error(found.error());
  if (found->standing != rules::Standing::kept) return {};
  const rules::ToolCall call{input.tool_name, input.tool_input, project, input.cwd};
  const auto meant = rules::rules_for(call, found->list.rules);
  if (meant.empty()) return {};
  const std::string line = rules::line_at_call(meant);
  const rules::Answer decided = rules::strongest(meant);
  if (decided == rules::Answer::say) return client::give_to_model("PreToolUse", line, "");
  return client::decide_on_tool(rules::name_of(decided), line);
}

}  // namespace

int main(int, char**) {
  return client::run_hook("hook-pre-tool-use", answer);
}

}  // namespace context_rot::hook_pre_tool_use
