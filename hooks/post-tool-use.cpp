// PostToolUse, for those who want it: gives the model less of an output that is larger than it
// needs, with the full text in a file; and a note in place of a file that it has read already.
// Where there is any doubt, nothing: the output is left as it is.

#include <algorithm>
#include <filesystem>

#include "client/hook.h"
#include "client/hook_parts.h"
#include "client/paths.h"
#include "client/transcripts.h"
#include "config/config.h"
#include "live/repeated_read.h"
#include "live/saved_output.h"
#include "live/tool_output.h"
#include "live/trimmed_text.h"
#include "live/wants_all.h"
#include "transcript/tail_text.h"

namespace context_rot::hook_post_tool_use {

namespace {

using live::OutputShape;
using nlohmann::json;
using transcript::Conversation;
namespace fs = std::filesystem;

/// A note is not much shorter than such a text.
constexpr std::size_t least_bytes = 1000;

/// The call, and where its full text would go.
struct Call {
  const client::HookInput& input;
  live::ToolOutput output;
  OutputShape shape;
  std::string_view text;
  fs::path data;
};

std::size_t times_in_window(const Call& call, const std::string& text, std::size_t most) {
  const auto found = transcript::count_in_window(call.input.transcript_path, text, most);
  if (!found) throw std::runtime_error(found.error());
  return *found;
}

/// Whether the transcript may have an earlier Read of the file: its path, as the client writes it,
/// stands there once more than in the call itself, which the client may not have written yet.
/// Saves parsing all of it for the first Read of a file.
bool may_be_repeated(const Call& call) {
  const auto path = call.output.input.find("file_path");
  if (path == call.output.input.end() || !path->is_string()) return false;
  const std::string member =
      "\"file_path\":" + path->dump(-1, ' ', false, json::error_handler_t::replace);
  const std::size_t own = times_in_window(call, "\"" + call.input.tool_use_id + "\"", 1);
  return times_in_window(call, member, own + 1) == own + 1;
}

std::string note_for_repeated(const Call& call) {
  // A subagent has a window of its own, and its transcript is not this one.
  if (call.shape != OutputShape::read || !call.input.agent_id.empty()) return {};
  if (!may_be_repeated(call)) return {};
  const std::string& id = call.input.tool_use_id;
  const auto conversation = transcript::read_session_tail(
      call.input.transcript_path, transcript::Detail::content,
      [&](const Conversation& part) { return live::has_earlier_read(part, call.output, id); });
  if (!conversation) throw std::runtime_error(conversation.error());
  const auto earlier = live::find_repeated_read(*conversation, call.output, id);
  if (!earlier) return {};
  return client::replace_tool_output(live::read_note(call.output, live::unchanged_note(*earlier)));
}

/// Whether the person's last prompt asks for an output in full.
bool is_wanted_whole(const Call& call) {
  const auto is_asked = [](const transcript::Entry& entry) {
    return entry.kind == transcript::EntryKind::prompt ||
           entry.kind == transcript::EntryKind::skill_call;
  };
  const auto conversation = transcript::read_session_tail(
      call.input.transcript_path, transcript::Detail::content, [&](const Conversation& part) {
        return std::any_of(part.entries.begin(), part.entries.end(), is_asked);
      });
  if (!conversation) throw std::runtime_error(conversation.error());
  const auto& entries = conversation->entries;
  const auto last = std::find_if(entries.rbegin(), entries.rend(), is_asked);
  return last != entries.rend() &&
         std::any_of(last->blocks.begin(), last->blocks.end(),
                     [](const transcript::Block& block) { return live::wants_all(block.text); });
}

std::string shortened(const Call& call, const config::LiveConfig& config) {
  const bool is_read = call.shape == OutputShape::read;
  const auto limit = static_cast<std::size_t>(is_read ? config.read_limit : config.limit);
  if (call.text.size() <= limit) return {};
  if (live::is_deliberate(call.output, live::saved_outputs_folder(call.data).string()) ||
      is_wanted_whole(call)) {
    return {};
  }
  if (is_read) {
    auto changed = live::shortened_read(call.output, limit / 2);
    return changed ? client::replace_tool_output(*std::move(changed)) : std::string();
  }
  if (!client::is_session_id(call.input.session_id) ||
      !client::is_session_id(call.input.tool_use_id)) {
    return {};
  }
  const fs::path file =
      live::saved_output_file(call.data, call.input.session_id, call.input.tool_use_id);
  std::string text = live::trimmed_text(call.text, limit / 4, file.string());
  if (auto saved = live::save_output(file, call.text); !saved) {
    throw std::runtime_error(saved.error());
  }
  return client::replace_tool_output(live::with_text(call.output, call.shape, std::move(text)));
}

std::string answer(const client::HookInput& input, const Environment& environment,
                   const client::HookParts& parts) {
  if (input.event != "PostToolUse") return {};
  Call call{input, {input.tool_name, input.tool_input, input.tool_response}, {}, {}, {}};
  call.shape = live::shape_of(call.output);
  call.text = text_of(call.output, call.shape);
  if (call.text.size() < least_bytes) return {};
  const fs::path project = client::project_folder(input, environment);
  const config::LiveConfig config = config::load_config(project, environment).config.live;
  if (config.repeats) {
    std::string note = parts.run([&] { return note_for_repeated(call); });
    if (!note.empty()) return note;
  }
  const auto data = client::data_folder(project, environment);
  if (!config.trim || !data) return {};
  call.data = *data;
  return shortened(call, config);
}

}  // namespace

int main(int, char**) {
  return client::run_hook("hook-post-tool-use", answer);
}

}  // namespace context_rot::hook_post_tool_use
