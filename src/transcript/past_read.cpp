#include <unordered_map>

#include "transcript/load.h"
#include "transcript/past.h"
#include "transcript/simd_rows.h"

namespace context_rot::transcript {

namespace {

bool reports(const Entry& entry) {
  return is_model_answer(entry) && entry.usage && entry.usage->context() > 0;
}

/// Whether a row can be a moment at all. Results of tools are most of a file and are not parsed.
bool may_tell(const Row& row) {
  if (row.sidechain || row.type == RowType::link || row.type == RowType::last_prompt) return false;
  if (row.type == RowType::system) return row.boundary;
  return row.type != RowType::user || row.source_assistant.empty();
}

}  // namespace

std::uint64_t past_end(const Conversation& conversation) {
  std::uint64_t out = 0;
  for (const Entry& entry : conversation.entries) {
    if (entry.kind != EntryKind::boundary || entry.lines.empty()) continue;
    out = entry.lines.front().range.offset;
  }
  return out;
}

Result<std::vector<PastMoment>> read_past(const std::filesystem::path& path, std::uint64_t end) {
  const auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  SimdRowReader reader;
  const auto index = index_rows(*file, 0, end, std::ref(reader));
  if (!index) return Error{index.error()};
  std::vector<PastMoment> out;
  std::unordered_map<LineId, std::size_t, LineIdHash> answers;  // message.id -> moment
  for (const Row& row : index->rows) {
    if (!may_tell(row)) continue;
    const auto read = read_row_entry(*file, row, Detail::headers);
    if (!read) return Error{read.error()};
    if (!*read) continue;
    const Entry& entry = **read;
    if (entry.kind == EntryKind::boundary) {
      const Compaction facts = entry.compaction.value_or(Compaction{});
      out.push_back({PastKind::compaction, facts.automatic, entry.time,
                     facts.pre_tokens.value_or(0), facts.post_tokens.value_or(0)});
    } else if (begins_turn(entry)) {
      out.push_back({PastKind::prompt, false, entry.time, 0, 0});
    } else if (reports(entry)) {
      const PastMoment moment{PastKind::answer, false, entry.time, entry.usage->context(), 0};
      // The rows of an answer repeat its usage; the last one is written when it is final.
      const auto [place, is_new] = answers.try_emplace(row.message, out.size());
      if (is_new || row.message.empty()) {
        out.push_back(moment);
      } else {
        out[place->second].tokens = moment.tokens;
      }
    }
  }
  return out;
}

}  // namespace context_rot::transcript
