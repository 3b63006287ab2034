#pragma once
// The first pass over a transcript: every line that may be part of the conversation.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "transcript/row.h"
#include "util/file.h"

namespace context_rot::transcript {

/// Where the client believes the conversation ends. Its `last-prompt` lines set `leaf`;
/// `pinned` marks one that was explicit (/rewind) and was not followed by a line of the
/// conversation since. `empty` is an explicit "nothing is left" (leafUuid null).
struct LeafMark {
  LineId leaf;
  bool pinned = false;
  bool empty = false;
};

/// What the first pass keeps of a file.
struct RowIndex {
  /// User, assistant, system, attachment and link lines in file order. Where two lines have
  /// one uuid the later one stands at the place of the earlier one, as the client has it.
  std::vector<Row> rows;
  std::vector<Preserved> preserved;                             ///< by Row::boundary_index
  std::unordered_map<LineId, std::uint32_t, LineIdHash> by_id;  ///< uuid -> index in rows
  LeafMark mark;
  std::uint64_t lines = 0;     ///< lines read, blank ones not counted
  std::uint64_t bad = 0;       ///< lines that are no JSON object
  std::uint64_t repaired = 0;  ///< lines with broken UTF-8 or surrogates, read all the same
  bool from_start = true;      ///< false: the part of the file before it was not read

  /// The row with this uuid, or null.
  const Row* find(const LineId& id) const;
};

/// Adds what a RowReader made of a line (`outcome` and what it filled in) to the index. Lines come
/// in file order.
void add_line(RowIndex& index, RowOutcome outcome, const Row& row, Preserved preserved,
              bool repaired);

/// Whether a line that for_each_line() hands out is more than blanks; true for one that is too long
/// to be handed out.
bool has_text(ByteRange range, std::string_view line);

/// Indexes the lines that start in [from, to), each read by `reader`. `from` must be 0 or the
/// start of a line. Fails where the file cannot be read. Linear in the bytes read.
Result<RowIndex> index_rows(const ReadFile& file, std::uint64_t from, std::uint64_t to,
                            const RowReader& reader);

}  // namespace context_rot::transcript
