// Fuzzes what the client hands to our programs: a hook's input, a status line's, a snapshot of
// another version. What comes back must make sense, and what we answer must be the client's JSON.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "curate/tool_output.h"
#include "host/hook.h"
#include "host/paths.h"
#include "host/snapshot.h"
#include "host/status_input.h"
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

void check_tool_output(const host::HookInput& input) {
  const curate::ToolOutput output{input.tool_name, input.tool_input, input.tool_response};
  const auto shape = curate::shape_of(output);
  const std::string text(curate::text_of(output, shape));
  if (shape == curate::OutputShape::unknown) {
    require(text.empty());
    return;
  }
  curate::is_deliberate(output, "/data/outputs");
  if (shape == curate::OutputShape::read) {
    check_answer(host::replace_tool_output(curate::read_note(output, "unchanged")));
    if (auto less = curate::shortened_read(output, 64)) {
      check_answer(host::replace_tool_output(*std::move(less)));
    }
    return;
  }
  const json other = curate::with_text(output, shape, "less");
  require(other.size() == input.tool_response.size());
  const curate::ToolOutput changed{input.tool_name, input.tool_input, other};
  require(curate::text_of(changed, shape) == "less");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text = text_of_input(data, size);
  if (const auto input = host::parse_hook_input(text)) {
    check_answer(host::show_to_user(input->prompt));
    check_answer(host::give_to_model(input->event, input->prompt, input->compact_summary));
    check_tool_output(*input);
    if (host::is_session_id(input->session_id)) {
      require(host::snapshot_file("/data", input->session_id).string().starts_with("/data/"));
    }
  }
  if (const auto status = host::parse_status_input(text)) {
    require(!status->numbers.used || *status->numbers.used > 0);
    const auto again = host::parse_snapshot(host::render_snapshot(status->numbers));
    require(again && again->used == status->numbers.used && again->max == status->numbers.max);
  }
  if (const auto snapshot = host::parse_snapshot(text)) {
    require(static_cast<bool>(host::parse_snapshot(host::render_snapshot(*snapshot))));
  }
  return 0;
}
