// Fuzzes the editing of settings.json: what is not JSON is refused and left alone; in what is, an
// installation changes only what is ours, a second one nothing, and taking it out again gives the
// file back.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "require.h"
#include "setup/settings_check.h"
#include "setup/settings_merge.h"
#include "setup/settings_own.h"
#include "setup/settings_template.h"
#include "util/json_text.h"

using namespace context_rot;
using namespace context_rot::setup;

namespace {

const char* const fragment = R"({
  "hooks": {
    "Stop": [{"hooks": [
      {"type": "command", "command": "@CONTEXT_ROT_BIN@/hook-stop", "args": []}]}],
    "SessionStart": [{"matcher": "clear|compact", "hooks": [
      {"type": "command", "command": "@CONTEXT_ROT_BIN@/hook-session-start", "args": []}]}]},
  "statusLine": {"type": "command", "command": "@CONTEXT_ROT_BIN@/context-status-line"}})";

/// An installation, by the first byte of the input.
SettingsRequest request_of(unsigned choice) {
  static const auto wanted = read_settings_template(fragment, "");
  SettingsRequest request;
  request.wanted = *wanted;
  request.status_line = static_cast<StatusLineRequest>(choice % 3);
  if ((choice & 4U) != 0) request.env["CLAUDE_AUTOCOMPACT_PCT_OVERRIDE"] = "75";
  if ((choice & 8U) != 0) request.env_if_absent["CLAUDE_CODE_AUTO_COMPACT_WINDOW"] = "1000000";
  if ((choice & 16U) != 0) request.inherited_status_line = "mine --colour";
  return request;
}

/// The strict reading takes what nlohmann's takes, but for what is too deep, and for a NUL byte,
/// which ends a text for nlohmann's.
void check_strictness(const std::string& text) {
  const auto parsed = JsonText::parse(text);
  require(parsed || text.find('\0') != std::string::npos || !nlohmann::json::accept(text) ||
          parsed.error().find("nested deeper") != std::string::npos);
  for (JsonText::Node node = 0; parsed && node < parsed->size(); ++node) {
    if (node != JsonText::root) require(parsed->parent(node) < node);
  }
}

}  // namespace

void test_input(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return;
  const SettingsRequest request = request_of(data[0]);
  const std::string text(text_of_input(data, size).substr(1));
  check_strictness(text);
  own_hook_program(text, (data[0] & 32U) != 0);
  if (const auto wrapped =
          wrapped_status_line(wrap_status_line("/a/context-rot/bin/context-status-line", text))) {
    require(*wrapped == text);
  }
  const auto merged = merge_settings(text, request);
  const auto stripped = strip_settings(text, std::nullopt);
  if (!merged) return;
  const std::size_t mark = byte_order_mark_length(text);
  const bool blank = text.find_first_not_of(" \t\r\n", mark) == std::string::npos;
  require(blank || (stripped && !has_own_settings(stripped->text)));
  const auto again = merge_settings(merged->text, request);
  require(again && again->done.empty() && again->text == merged->text);
  const auto without = strip_settings(merged->text, SettingsMemory{text, merged->text});
  require(static_cast<bool>(without));
  if (has_own_settings(text)) return;
  SettingsExpectation expected{request.wanted.hooks, request.inherited_status_line, {}};
  for (const auto& [key, value] : request.env) expected.env_keys.insert(key);
  for (const auto& [key, value] : request.env_if_absent) expected.env_keys.insert(key);
  require(blank || static_cast<bool>(check_settings_change(text, merged->text, expected)));
  // Byte for byte, but for the white space inside what was empty.
  using Tree = nlohmann::ordered_json;
  require(blank || Tree::parse(without->text) == Tree::parse(text));
}
