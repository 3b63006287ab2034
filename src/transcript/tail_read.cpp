#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "transcript/line.h"
#include "transcript/load.h"

namespace context_rot::transcript {

namespace {

constexpr std::uint64_t part_bytes = 16u << 10;

/// The end of a transcript, of which more and more is read: each line once.
class Tail {
 public:
  Tail(const ReadFile& file, Detail detail) : file_(file), detail_(detail), from_(file.size()) {}

  /// Where the part begins that has been read: at the start of a line.
  std::uint64_t from() const { return from_; }

  /// Reads the lines in front of it that begin at `offset` or later. False where there is none yet.
  Result<bool> read_from(std::uint64_t offset) {
    if (offset == 1) offset = 0;  // a byte more is not worth a case of its own
    // The byte before says whether a line begins at `offset`.
    const std::uint64_t begin = offset == 0 ? 0 : offset - 1;
    std::uint64_t from = offset;
    std::vector<Line> earlier;
    const auto read =
        for_each_line(file_, begin, from_, [&](ByteRange range, std::string_view line) {
          if (range.offset < offset) {  // the rest of a line that begins further up
            from = std::min(from_, range.offset + range.length + 1);
          } else if (has_text(range, line)) {
            add(range, line, earlier);
          }
        });
    if (!read) return Error{read.error()};
    if (from == from_) return false;
    opened_before_ = std::exchange(opened_, holds_opening(earlier));
    has_opening_ = has_opening_ || opened_;
    earlier.insert(earlier.end(), std::make_move_iterator(lines_.begin()),
                   std::make_move_iterator(lines_.end()));
    lines_ = std::move(earlier);
    from_ = from;
    return true;
  }

  /// Whether a prompt or a boundary stands in what was read last or just before that: whoever asks
  /// for the end of a conversation mostly asks for what is there, or for the answer above it.
  bool opens() const { return opened_ || opened_before_; }

  /// Whether one stands anywhere in it.
  bool has_opening() const { return has_opening_; }

  RowIndex index() const {
    RowIndex index;
    index.from_start = from_ == 0;
    index.rows.reserve(lines_.size());
    for (const Line& line : lines_) {
      add_line(index, RowOutcome::row, line.row, line.preserved, line.repaired);
    }
    index.lines += others_;
    index.bad += bad_;
    index.repaired += repaired_;
    return index;
  }

  /// The entry of one of its rows: an EntryReader.
  Result<std::optional<Entry>> entry(const Row& row) const {
    const auto line = std::lower_bound(
        lines_.begin(), lines_.end(), row.range.offset,
        [](const Line& a, std::uint64_t offset) { return a.row.range.offset < offset; });
    const bool known = line != lines_.end() && line->row.range == row.range;
    return known ? line->entry : std::nullopt;
  }

 private:
  /// A line that is a row of the index.
  struct Line {
    Row row;
    Preserved preserved;
    bool repaired = false;
    std::optional<Entry> entry;
  };

  static bool holds_opening(const std::vector<Line>& lines) {
    return std::any_of(lines.begin(), lines.end(), [](const Line& line) {
      return line.entry &&
             (starts_prompt_hook(*line.entry) || line.entry->kind == EntryKind::boundary);
    });
  }

  void add(ByteRange range, std::string_view text, std::vector<Line>& lines) {
    Line line;
    RowOutcome outcome = RowOutcome::bad;
    if (const auto json = parse_line(text, line.repaired)) {
      outcome = row_of(*json, range, line.row, line.preserved);
      if (outcome == RowOutcome::row) {
        line.entry = read_entry(*json, range, detail_);
        lines.push_back(std::move(line));
        return;
      }
    }
    ++others_;
    if (outcome == RowOutcome::bad) ++bad_;
    if (line.repaired) ++repaired_;
  }

  const ReadFile& file_;
  Detail detail_;
  std::uint64_t from_;
  bool opened_ = false;
  bool opened_before_ = false;
  bool has_opening_ = false;
  std::vector<Line> lines_;     // in file order
  std::uint64_t others_ = 0;    // lines that are no rows, ...
  std::uint64_t bad_ = 0;       // ... and of these no JSON objects,
  std::uint64_t repaired_ = 0;  // ... mended
};

}  // namespace

Result<Conversation> read_session_tail(const std::filesystem::path& path, Detail detail,
                                       const std::function<bool(const Conversation&)>& enough,
                                       Asks asks) {
  const auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  Tail tail(*file, detail);
  std::uint64_t tried = 0;
  std::uint64_t bytes = part_bytes;
  for (bool moved = true;; bytes += moved ? std::max(part_bytes, bytes / 4) : bytes) {
    bytes = std::min({bytes, max_tail_bytes, file->size()});
    const auto read = tail.read_from(file->size() - bytes);
    if (!read) return Error{read.error()};
    moved = *read;
    const bool last_try = bytes == file->size() || bytes == max_tail_bytes;
    const bool may_be_enough = moved && asks != Asks::at_end;
    const bool doubled = bytes >= 2 * tried && (asks == Asks::always || tail.has_opening());
    if (!last_try && !(may_be_enough && (doubled || tail.opens()))) continue;
    tried = bytes;
    const RowIndex index = tail.index();
    const ActiveBranch branch = active_branch(index);
    if (!branch.leaf_known && !last_try) continue;
    auto conversation = load(*file, index, branch, [&](const Row& row) { return tail.entry(row); });
    if (!conversation) return conversation;
    conversation->stats.read_bytes = file->size() - tail.from();
    if (conversation->complete || last_try || enough(*conversation)) return conversation;
  }
}

}  // namespace context_rot::transcript
