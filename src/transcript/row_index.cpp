#include "transcript/row_index.h"

#include <algorithm>
#include <utility>

namespace context_rot::transcript {

namespace {

// The rules by which the client (2.1.332) finds the end of a conversation while it reads
// the file from top to bottom; established with crafted files against the real client.
void mark_leaf(LeafMark& mark, const Row& row) {
  if (row.id.empty()) {  // leafUuid null
    if (row.explicit_leaf) mark = {{}, true, true};
    return;
  }
  const bool keeps_pin = mark.pinned && mark.leaf == row.id;
  mark = {row.id, row.explicit_leaf || keeps_pin, false};
}

void mark_row(LeafMark& mark, const Row& row) {
  if (row.sidechain || row.type == RowType::link) return;
  if (row.boundary) mark.leaf = {};
  mark.pinned = false;
  mark.empty = false;
}

void add_row(RowIndex& index, Row row, Preserved&& preserved) {
  mark_row(index.mark, row);
  if (row.boundary) {
    row.boundary_index = static_cast<std::int32_t>(index.preserved.size());
    index.preserved.push_back(std::move(preserved));
  }
  const auto position = static_cast<std::uint32_t>(index.rows.size());
  const auto [place, is_new] = index.by_id.try_emplace(row.id, position);
  if (is_new) {
    index.rows.push_back(row);
  } else {
    index.rows[place->second] = row;
  }
}

}  // namespace

const Row* RowIndex::find(const LineId& id) const {
  const auto place = by_id.find(id);
  return place == by_id.end() ? nullptr : &rows[place->second];
}

void add_line(RowIndex& index, RowOutcome outcome, const Row& row, Preserved preserved,
              bool repaired) {
  ++index.lines;
  if (outcome == RowOutcome::bad) ++index.bad;
  if (repaired) ++index.repaired;
  if (outcome != RowOutcome::row) return;
  if (row.type == RowType::last_prompt) {
    mark_leaf(index.mark, row);
  } else {
    add_row(index, row, std::move(preserved));
  }
}

bool has_text(ByteRange range, std::string_view line) {
  return range.length >= max_line_length ||
         line.find_first_not_of(" \t\r") != std::string_view::npos;
}

Result<RowIndex> index_rows(const ReadFile& file, std::uint64_t from, std::uint64_t to,
                            const RowReader& reader) {
  RowIndex index;
  index.from_start = from == 0;
  // Growing step by step would touch twice the memory. What is reserved and not used costs
  // nothing: lines shorter than this are rare.
  constexpr std::uint64_t short_line = 512;
  index.rows.reserve(static_cast<std::size_t>((to - std::min(from, to)) / short_line));
  Row row;
  Preserved preserved;
  const auto read = for_each_line(file, from, to, [&](ByteRange range, std::string_view line) {
    if (!has_text(range, line)) return;
    bool repaired = false;
    const RowOutcome outcome = reader(line, range, row, preserved, repaired);
    add_line(index, outcome, row, std::move(preserved), repaired);
  });
  if (!read) return Error{read.error()};
  return index;
}

}  // namespace context_rot::transcript
