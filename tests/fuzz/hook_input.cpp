// Fuzzes what the client hands to our programs: a hook's input, a status line's, a snapshot of
// another version. What comes back must make sense, and what we answer must be the client's JSON.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "client/hook.h"
#include "client/paths.h"
#include "client/transcripts.h"
#include "client/snapshot.h"
#include "client/status_input.h"
#include "live/tool_output.h"
#include "require.h"

using namespace context_rot;
using nlohmann::json;

namespace {

void check_answer(const std::string& answer) {
  if (answer.empty()) return;
  const json parsed = json::parse(answer, nullptr, false);
  require(parsed.is_object());
  require(answer.find('\n') == std::string::npos || answer.find('\n') + 1 == answer.size());
}

void check_tool_output(const client::HookInput& input) {
  const live::ToolOutput output{input.tool_name, input.tool_input, input.tool_response};
  const auto shape = live::shape_of(output);
  const std::string text(text_of(output, shape));
  if (shape == live::OutputShape::unknown) {
    require(text.empty());
    return;
  }
  live::is_deliberate(output, "/data/outputs");
  if (shape == live::OutputShape::read) {
    check_answer(client::replace_tool_output(live::read_note(output, "unchanged")));
    if (auto less = live::shortened_read(output, 64)) {
      check_answer(client::replace_tool_output(*std::move(less)));
    }
    return;
  }
  const json other = live::with_text(output, shape, "less");
  require(other.size() == input.tool_response.size());
  const live::ToolOutput changed{input.tool_name, input.tool_input, other};
  require(text_of(changed, shape) == "less");
}

}  // namespace

void test_input(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of_input(data, size);
  if (const auto input = client::parse_hook_input(text)) {
    check_answer(client::show_to_user(input->prompt));
    check_answer(client::give_to_model(input->event, input->prompt, input->compact_summary));
    check_tool_output(*input);
    if (client::is_session_id(input->session_id)) {
      require(client::snapshot_file("/data", input->session_id).string().starts_with("/data/"));
    }
  }
  if (const auto status = client::parse_status_input(text)) {
    require(!status->numbers.used || *status->numbers.used > 0);
    const auto again = client::parse_snapshot(client::render_snapshot(status->numbers));
    require(again && again->used == status->numbers.used && again->max == status->numbers.max);
  }
  if (const auto snapshot = client::parse_snapshot(text)) {
    require(static_cast<bool>(client::parse_snapshot(client::render_snapshot(*snapshot))));
  }
}
