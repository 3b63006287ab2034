#include "client/hook.h"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <exception>

#include "client/hook_parts.h"
#include "client/paths.h"
#include "util/append_file.h"
#include "util/ascii.h"
#include "util/atomic_file.h"
#include "util/file.h"
#include "util/json_depth.h"
#include "util/json_text.h"
#include "util/json_tree.h"
#include "util/redact.h"
#include "util/standard_streams.h"
#include "util/time.h"
#include "util/utf8.h"
#include "util/visible.h"

namespace context_rot::client {

namespace fs = std::filesystem;

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t max_input = 64u << 20;
constexpr off_t max_log = 256 << 10;

void print(std::string_view answer) {
  while (!answer.empty()) {
    const ssize_t put = ::write(STDOUT_FILENO, answer.data(), answer.size());
    if (put < 0 && errno == EINTR) continue;
    if (put <= 0) return;
    answer.remove_prefix(static_cast<std::size_t>(put));
  }
}

}  // namespace

Result<HookInput> parse_hook_input(std::string_view input) {
  auto object = JsonText::parse(std::string(input));
  if (!object) object = JsonText::parse(repair_utf8(input));
  if (!object || !object->is(JsonText::root, JsonKind::object)) {
    const bool deep = is_nested_deeper(input, JsonText::max_depth);
    return Error{deep ? "the hook input is nested too deeply"
                      : "the hook input is not a JSON object"};
  }
  const auto text = [&](std::string_view key) { return object->string_at(JsonText::root, key); };
  const auto tree = [&](std::string_view key) {
    const auto node = object->find(JsonText::root, key);
    return node != JsonText::none ? object->value(node) : json();
  };
  HookInput out;
  out.event = text("hook_event_name");
  out.session_id = text("session_id");
  out.transcript_path = text("transcript_path");
  out.cwd = text("cwd");
  out.prompt = text("prompt");
  out.source = text("source");
  out.reason = text("reason");
  out.trigger = text("trigger");
  out.custom_instructions = text("custom_instructions");
  out.compact_summary = text("compact_summary");
  out.last_assistant_message = text("last_assistant_message");
  out.agent_id = text("agent_id");
  out.tool_name = text("tool_name");
  out.tool_use_id = text("tool_use_id");
  out.tool_input = tree("tool_input");
  out.tool_response = tree("tool_response");
  return out;
}

bool is_own_event(std::string_view program, std::string_view event) {
  constexpr std::string_view prefix = "hook-";
  if (event.empty() || !program.starts_with(prefix)) return true;
  program.remove_prefix(prefix.size());
  std::string words;
  for (const char c : program) {
    if (c != '-') words += c;
  }
  return words == ascii_lower(event);
}

fs::path project_folder(const HookInput& input, const Environment& environment) {
  return environment("CLAUDE_PROJECT_DIR").value_or(input.cwd);
}

std::string show_to_user(std::string_view message) {
  if (message.empty()) return {};
  return json_line(ordered_json{{"systemMessage", message}});
}

std::string give_to_model(std::string_view event, std::string_view context,
                          std::string_view message) {
  if (context.empty()) return show_to_user(message);
  ordered_json answer;
  if (!message.empty()) answer["systemMessage"] = message;
  answer["hookSpecificOutput"] = {{"hookEventName", event}, {"additionalContext", context}};
  return json_line(answer);
}

std::string replace_tool_output(json output) {
  json answer;
  answer["hookSpecificOutput"] = {{"hookEventName", "PostToolUse"}};
  answer["hookSpecificOutput"]["updatedToolOutput"] = std::move(output);
  return json_line(answer);
}

std::string decide_on_tool(std::string_view decision, std::string_view reason) {
  ordered_json answer;
  answer["hookSpecificOutput"] = {{"hookEventName", "PreToolUse"},
                                  {"permissionDecision", decision},
                                  {"permissionDecisionReason", reason}};
  return json_line(answer);
}

int run_hook(const char* program, const HookAnswer& answer) {
  occupy_standard_streams();
  // A reader that has gone away, or a limit on file sizes, is no reason to die loudly.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  const Environment environment = process_environment();
  HookInput input;
  const HookParts reading(program, project_folder(input, environment), environment);
  const bool is_read = reading.run([&] {
    const auto text = read_descriptor(STDIN_FILENO, max_input);
    if (!text) throw std::runtime_error(text.error());
    auto parsed = parse_hook_input(*text);
    if (!parsed) throw std::runtime_error(parsed.error());
    input = *std::move(parsed);
    return true;
  });
  if (!is_read || !is_own_event(program, input.event)) return 0;
  const HookParts parts(program, project_folder(input, environment), environment);
  parts.run([&] {
    std::string text = answer(input, environment, parts);
    if (!text.empty()) print(text + "\n");
  });
  return 0;
}

void log_hook_error(const fs::path& data, std::string_view program, std::string_view message) {
  if (!create_private_folders(data)) return;
  const fs::path file = data / "hook-errors.log";
  struct stat status {};
  if (::lstat(file.c_str(), &status) == 0 && S_ISREG(status.st_mode) && status.st_size > max_log) {
    std::error_code error;
    fs::rename(file, data / "hook-errors.log.1", error);
  }
  // Where it cannot be written (a link, a pipe, a full disk) there is nowhere left to say it.
  [[maybe_unused]] const auto kept =
      append_line(file, format_utc(now()) + " " + std::string(program) + ": " +
                            visible(redact(cut_utf8(message, 2000))));
}

}  // namespace context_rot::client
