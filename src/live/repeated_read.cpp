#include "live/repeated_read.h"

#include <algorithm>

#include "live/trimmed_text.h"
#include "transcript/tool_use.h"
#include "util/json_tree.h"
#include "util/time.h"

namespace context_rot::live {

using transcript::Action;
using transcript::ToolUse;
using transcript::Conversation;
using transcript::EntryKind;

namespace {

using nlohmann::json;

std::string_view id_of(const Conversation& conversation, const ToolUse& use) {
  return conversation.entries[use.use_entry].blocks[use.use_block].tool_use_id;
}

/// The newest Read with this input that is in the conversation with its result.
const ToolUse* newest_same(const Conversation& conversation, const std::vector<ToolUse>& uses,
                           const ToolOutput& output, std::string_view id) {
  const auto named = output.input.find("file_path");
  if (named == output.input.end() || !named->is_string()) return nullptr;
  const auto& path = named->get_ref<const std::string&>();
  for (auto use = uses.rbegin(); use != uses.rend(); ++use) {
    if (use->attached || use->name != "Read" || use->file != path || !use->result_entry) continue;
    if (id_of(conversation, *use) == id || conversation.entries[use->use_entry].sidechain) continue;
    if (json_tree(use->input) == output.input) return &*use;
  }
  return nullptr;
}

/// The client can take old results out of what it sends without touching their lines.
bool may_have_been_cleared(const Conversation& conversation, std::size_t since) {
  const auto& entries = conversation.entries;
  return std::any_of(entries.begin() + static_cast<std::ptrdiff_t>(since), entries.end(),
                     [](const transcript::Entry& entry) {
                       return entry.label.find("microcompact") != std::string::npos;
                     });
}

}  // namespace

std::string numbered(std::string_view content, std::int64_t first_number) {
  std::string out;
  for (std::int64_t number = first_number;; ++number) {
    const std::size_t feed = content.find('\n');
    out += std::to_string(number);
    out += '\t';
    out += content.substr(0, feed);
    if (feed == std::string_view::npos) return out;
    out += '\n';
    content.remove_prefix(feed + 1);
  }
}

bool has_earlier_read(const Conversation& conversation, const ToolOutput& output,
                      std::string_view id) {
  return newest_same(conversation, transcript::tool_uses(conversation), output, id) != nullptr;
}

std::optional<EarlierRead> find_repeated_read(const Conversation& conversation,
                                              const ToolOutput& output, std::string_view id) {
  const std::vector<ToolUse> uses = transcript::tool_uses(conversation);
  const ToolUse* earlier = newest_same(conversation, uses, output, id);
  if (earlier == nullptr || may_have_been_cleared(conversation, *earlier->result_entry)) {
    return std::nullopt;
  }
  const bool written_since = std::any_of(uses.begin(), uses.end(), [&](const ToolUse& use) {
    return use.action == Action::change && use.file == earlier->file &&
           (!use.result_entry || *use.result_entry > *earlier->result_entry);
  });
  if (written_since) return std::nullopt;
  const auto start = output.response["file"]["startLine"].get<std::int64_t>();
  if (earlier->result != numbered(text_of(output, OutputShape::read), start)) return std::nullopt;
  EarlierRead found;
  found.time = earlier->time;
  const auto& entries = conversation.entries;
  found.messages = static_cast<std::size_t>(
      std::count_if(entries.begin() + static_cast<std::ptrdiff_t>(*earlier->result_entry),
                    entries.end(), [](const transcript::Entry& entry) {
                      return entry.kind == EntryKind::assistant && !entry.synthetic;
                    }));
  return found;
}

std::string unchanged_note(const EarlierRead& earlier) {
  std::string note = std::string(trim_mark) +
                     " unchanged since last read; the text stands in the result of your earlier "
                     "Read of the same lines, ";
  note += std::to_string(earlier.messages) + " of your messages before";
  if (earlier.time > 0) note += ", at " + format_utc(earlier.time);
  return note + ". Reading once more shows it again.]";
}

}  // namespace context_rot::live
