#include <algorithm>
#include <unordered_map>

#include "transcript/line.h"
#include "transcript/load.h"

namespace context_rot::transcript {

namespace {

constexpr std::uint64_t first_tail_bytes = 16u << 10;

/// The lines read so far: each is parsed once, however often the reading starts further up.
class ReadLines {
 public:
  explicit ReadLines(Detail detail) : detail_(detail) {}

  /// A RowReader.
  RowOutcome row(std::string_view line, ByteRange range, Row& row, Preserved& preserved,
                 bool& repaired) {
    const auto [place, is_new] = lines_.try_emplace(range.offset);
    Line& known = place->second;
    if (is_new) parse(line, range, known);
    row = known.row;
    preserved = known.preserved;
    repaired = known.repaired;
    return known.outcome;
  }

  /// An EntryReader.
  Result<std::optional<Entry>> entry(const Row& row) const {
    return lines_.at(row.range.offset).entry;
  }

 private:
  struct Line {
    RowOutcome outcome = RowOutcome::bad;
    bool repaired = false;
    Row row;
    Preserved preserved;
    std::optional<Entry> entry;
  };

  void parse(std::string_view line, ByteRange range, Line& out) const {
    const auto json = parse_line(line, out.repaired);
    if (!json) return;
    out.outcome = row_of(*json, range, out.row, out.preserved);
    if (out.outcome == RowOutcome::row) out.entry = read_entry(*json, range, detail_);
  }

  Detail detail_;
  std::unordered_map<std::uint64_t, Line> lines_;
};

}  // namespace

Result<Conversation> read_session_tail(const std::filesystem::path& path, Detail detail,
                                       const std::function<bool(const Conversation&)>& enough) {
  const auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  ReadLines lines(detail);
  const auto read_row_of = [&](std::string_view line, ByteRange range, Row& row,
                               Preserved& preserved, bool& repaired) {
    return lines.row(line, range, row, preserved, repaired);
  };
  for (std::uint64_t tail = first_tail_bytes;; tail *= 2) {
    tail = std::min({tail, max_tail_bytes, file->size()});
    const auto from = next_line_start(*file, file->size() - tail);
    if (!from) return Error{from.error()};
    const auto index = index_rows(*file, *from, file->size(), read_row_of);
    if (!index) return Error{index.error()};
    const ActiveBranch branch = active_branch(*index);
    const bool last_try = tail == file->size() || tail == max_tail_bytes;
    if (!branch.leaf_known && !last_try) continue;
    auto conversation =
        load(*file, *index, branch, [&](const Row& row) { return lines.entry(row); });
    if (!conversation) return conversation;
    conversation->stats.read_bytes = file->size() - *from;
    if (conversation->complete || last_try || enough(*conversation)) return conversation;
  }
}

}  // namespace context_rot::transcript
