#include "transcript/load.h"

#include <algorithm>
#include <unordered_map>

namespace context_rot::transcript {

namespace {

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

}  // namespace

Result<std::optional<Entry>> read_row_entry(const ReadFile& file, const Row& row, Detail detail) {
  const auto line = read_range(file, row.range);
  if (!line) return Error{line.error()};
  bool repaired = false;
  const auto json = parse_line(*line, repaired);
  return json ? read_entry(*json, row.range, detail) : std::optional<Entry>();
}

Result<Conversation> load(const ReadFile& file, const RowIndex& index, const ActiveBranch& branch,
                          Detail detail) {
  return load(file, index, branch,
              [&](const Row& row) { return read_row_entry(file, row, detail); });
}

Result<Conversation> load(const ReadFile& file, const RowIndex& index, const ActiveBranch& branch,
                          const EntryReader& read) {
  Conversation conversation;
  conversation.complete = branch.complete;
  conversation.stats.file_bytes = file.size();
  conversation.stats.lines = index.lines;
  conversation.stats.bad = index.bad;
  conversation.stats.repaired = index.repaired;
  conversation.stats.off_branch = index.rows.size() - branch.rows.size();
  std::unordered_map<std::string, std::size_t> answers;
  for (const LiveRow& live : branch.rows) {
    const Row& row = index.rows[live.row];
    if (row.type == RowType::link) continue;
    auto entry = read(row);
    if (!entry) return Error{entry.error()};
    if (!*entry) {
      ++conversation.stats.bad;
      continue;
    }
    (*entry)->preserved = live.preserved;
    append(conversation, answers, *std::move(*entry));
  }
  return conversation;
}

}  // namespace context_rot::transcript
