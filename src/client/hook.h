#pragma once
// What every hook program shares: reading its input, answering, and never failing.

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "util/environment.h"
#include "util/result.h"

namespace context_rot::client {

class HookParts;

/// The members of a hook's input that the toolkit uses; a missing one is empty. UTF-8.
struct HookInput {
  std::string event;  ///< hook_event_name
  std::string session_id;
  std::string transcript_path;
  std::string cwd;
  std::string prompt;                  ///< UserPromptSubmit
  std::string source;                  ///< SessionStart: startup, resume, clear, compact, fork
  std::string reason;                  ///< SessionEnd: clear, prompt_input_exit, other, ...
  std::string trigger;                 ///< PreCompact: manual, auto
  std::string custom_instructions;     ///< PreCompact: what stood behind /compact
  std::string compact_summary;         ///< PostCompact
  std::string last_assistant_message;  ///< Stop: the answer, which older clients write later
  std::string agent_id;                ///< set inside a subagent, whose transcript is another
  std::string tool_name;               ///< tool events
  std::string tool_use_id;
  nlohmann::json tool_input;     ///< null where there is none, or no double holds a number in it
  nlohmann::json tool_response;  ///< PostToolUse: the result in the tool's own shape
};

/// Reads a hook's stdin. Fails with a reason on anything but a JSON object of at most 500
/// levels; members of a wrong type and unknown ones are ignored, so that a newer client does no
/// harm.
Result<HookInput> parse_hook_input(std::string_view json);

/// Whether the input's event is that of the program: "UserPromptSubmit" of
/// "hook-user-prompt-submit". Other programs than Claude Code read its settings and run their hooks
/// with events of their own; an input without an event is taken.
bool is_own_event(std::string_view program, std::string_view event);

/// The folder of the project: CLAUDE_PROJECT_DIR, which the client gives every hook, else
/// the input's cwd (which moves with a `cd` in the session).
std::filesystem::path project_folder(const HookInput& input, const Environment& environment);

/// The answer of a hook that shows a line to the user and gives nothing to the model; "" for
/// an empty message. JSON, one line.
std::string show_to_user(std::string_view message);

/// The answer of a UserPromptSubmit or SessionStart hook that gives `context` to the model, and
/// shows `message` to the user; either may be empty.
std::string give_to_model(std::string_view event, std::string_view context,
                          std::string_view message);

/// The answer of a PostToolUse hook that replaces the tool's result by `output`, which has the
/// shape of the input's tool_response.
std::string replace_tool_output(nlohmann::json output);

/// The answer of a PreToolUse hook that decides about the call: "ask" or "deny", and why, for the
/// person who is asked or the model that is refused.
std::string decide_on_tool(std::string_view decision, std::string_view reason);

/// What a hook does with its input: returns what it prints, runs what it consists of as `parts`
/// (hook_parts.h).
using HookAnswer =
    std::function<std::string(const HookInput&, const Environment&, const HookParts& parts)>;

/// The whole life of a hook program: reads stdin, calls `answer`, prints what it returns.
/// Returns 0 whatever happens: a reason to fail goes to the error log of the data folder. Does
/// nothing where the event is another program's (is_own_event).
int run_hook(const char* program, const HookAnswer& answer);

/// Appends a line to hook-errors.log in `data`, which is kept below 256 KiB by moving it to
/// hook-errors.log.1. Does nothing where that is not possible.
void log_hook_error(const std::filesystem::path& data, std::string_view program,
                    std::string_view message);

}  // namespace context_rot::client
