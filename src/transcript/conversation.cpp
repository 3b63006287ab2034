#include "transcript/conversation.h"

#include <algorithm>
#include <unordered_map>

#include "transcript/active_branch.h"
#include "transcript/row_index.h"
#include "util/file.h"

namespace context_rot::transcript {

namespace {

constexpr std::uint64_t first_tail_bytes = 64u << 10;

/// Adds a line's entry; the lines of one answer become one entry.
void append(Conversation& conversation, std::unordered_map<std::string, std::size_t>& answers,
            Entry entry) {
  if (entry.kind == EntryKind::assistant && !entry.message_id.empty()) {
    const auto [place, is_new] = answers.try_emplace(entry.message_id, conversation.entries.size());
    if (!is_new) {
      Entry& answer = conversation.entries[place->second];
      answer.lines.push_back(std::move(entry.lines.front()));
      std::move(entry.blocks.begin(), entry.blocks.end(), std::back_inserter(answer.blocks));
      // The rows of an answer repeat its usage; the last one is written when it is final.
      if (entry.usage) answer.usage = entry.usage;
      answer.time = std::max(answer.time, entry.time);
      answer.aborted = answer.aborted || entry.aborted;
      answer.api_error = answer.api_error || entry.api_error;
      return;
    }
  }
  conversation.entries.push_back(std::move(entry));
}

Result<Conversation> load(const ReadFile& file, const RowIndex& index, const ActiveBranch& branch,
                          Detail detail) {
  Conversation conversation;
  conversation.complete = branch.complete;
  conversation.stats.file_bytes = file.size();
  conversation.stats.lines = index.lines;
  conversation.stats.bad = index.bad;
  conversation.stats.repaired = index.repaired;
  conversation.stats.off_branch = index.rows.size() - branch.rows.size();
  LineParser parser;
  std::unordered_map<std::string, std::size_t> answers;
  std::vector<char> buffer;
  for (const LiveRow& live : branch.rows) {
    const Row& row = index.rows[live.row];
    if (row.type == RowType::link) continue;
    const auto length = static_cast<std::size_t>(row.range.length);
    buffer.resize(length + line_padding);
    const auto got = file.read_at(row.range.offset, buffer.data(), length);
    if (!got) return Error{got.error()};
    auto entry = parser.parse({buffer.data(), *got}, row.range, detail);
    if (!entry) {  // well-formed enough for the index, but not to the last byte
      ++conversation.stats.bad;
      continue;
    }
    entry->preserved = live.preserved;
    append(conversation, answers, std::move(*entry));
  }
  return conversation;
}

}  // namespace

std::vector<ToolLink> link_tools(const Conversation& conversation) {
  std::unordered_map<std::string_view, ToolLink> open;
  std::vector<ToolLink> links;
  for (std::size_t i = 0; i < conversation.entries.size(); ++i) {
    const auto& blocks = conversation.entries[i].blocks;
    for (std::size_t j = 0; j < blocks.size(); ++j) {
      if (blocks[j].kind == BlockKind::tool_use) {
        open.try_emplace(blocks[j].tool_use_id, ToolLink{i, j, 0, 0});
      } else if (blocks[j].kind == BlockKind::tool_result) {
        const auto place = open.find(blocks[j].tool_use_id);
        if (place == open.end()) continue;
        links.push_back({place->second.use_entry, place->second.use_block, i, j});
        open.erase(place);
      }
    }
  }
  return links;
}

Result<Conversation> read_session(const std::filesystem::path& path, Detail detail) {
  const auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  const auto index = index_rows(*file, 0, file->size());
  if (!index) return Error{index.error()};
  auto conversation = load(*file, *index, active_branch(*index), detail);
  if (conversation) conversation->stats.read_bytes = file->size();
  return conversation;
}

Result<Conversation> read_session_tail(const std::filesystem::path& path, Detail detail,
                                       const std::function<bool(const Conversation&)>& enough) {
  const auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  for (std::uint64_t tail = first_tail_bytes;; tail *= 4) {
    tail = std::min({tail, max_tail_bytes, file->size()});
    const auto from = next_line_start(*file, file->size() - tail);
    if (!from) return Error{from.error()};
    const auto index = index_rows(*file, *from, file->size());
    if (!index) return Error{index.error()};
    const ActiveBranch branch = active_branch(*index);
    const bool last_try = tail == file->size() || tail == max_tail_bytes;
    if (!branch.leaf_known && !last_try) continue;
    auto conversation = load(*file, *index, branch, detail);
    if (!conversation) return conversation;
    conversation->stats.read_bytes = file->size() - *from;
    if (conversation->complete || last_try || enough(*conversation)) return conversation;
  }
}

}  // namespace context_rot::transcript
