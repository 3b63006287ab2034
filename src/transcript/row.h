#pragma once
// One line of a session transcript, reduced to what decides whether the model will see it.

#include <cstdint>
#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "util/json_text.h"
#include "util/line_reader.h"
#include "util/time.h"

namespace context_rot::transcript {

/// A uuid (or a message id) as 128 bits, so that an index over a large file stays small.
/// A canonical uuid is its own bits; any other text is hashed (FNV-1a, two offset bases).
struct LineId {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  /// Whether it names no line.
  bool empty() const { return high == 0 && low == 0; }
  bool operator==(const LineId&) const = default;
};

/// For unordered containers; ids are hashes already.
struct LineIdHash {
  std::size_t operator()(const LineId& id) const {
    return static_cast<std::size_t>(id.high ^ (id.low * 0x9E3779B97F4A7C15ull));
  }
};

/// The id for a text; empty only for empty text. The all-zero uuid, which the client writes
/// for "no such line", is an id like any other and names no line.
LineId line_id(std::string_view text);

enum class RowType : std::uint8_t {
  user,
  assistant,
  system,
  attachment,
  link,         ///< `progress` of earlier clients: others may hang under it, nobody reads it
  last_prompt,  ///< says where the conversation ends, see active_branch.h
};

/// What a compact_boundary says about the messages that stay (CLAUDE CODE 2.1.332:
/// compactMetadata.preservedMessages, or preservedSegment where that is absent).
struct Preserved {
  bool present = false;
  LineId anchor;            ///< they follow this line; they precede it if it is the boundary
  std::vector<LineId> ids;  ///< from preservedMessages
  LineId segment_head;      ///< from preservedSegment: the chain from tail up to head
  LineId segment_tail;
  bool is_segment = false;
};

/// A line without its texts. Ids that the line does not have are empty.
struct Row {
  ByteRange range;  ///< the line in the file, without its end of line
  LineId id;
  LineId parent;
  LineId message;           ///< assistant: of message.id
  LineId source_assistant;  ///< user: of sourceToolAssistantUUID
  Milliseconds time = 0;    ///< 0 where the line has none
  RowType type = RowType::user;
  bool sidechain = false;
  bool boundary = false;             ///< system line with subtype compact_boundary
  bool has_parent = false;           ///< parentUuid is there and is not null
  bool explicit_leaf = false;        ///< last_prompt: `explicit` is true
  bool has_leaf = false;             ///< last_prompt: leafUuid is there (null counts)
  std::int32_t boundary_index = -1;  ///< boundary: where its Preserved stands
};

enum class RowOutcome {
  row,    ///< a row was read
  other,  ///< well-formed, but of a type that is no part of a conversation, or without a uuid
  bad,    ///< no JSON object, as the client's parser would say
};

/// A way of reading one line into a row (and, for a boundary, into what it preserves). `line`
/// may be followed by `line_padding` bytes that are read, not used. Sets `repaired` where the
/// line was read only after mending invalid UTF-8.
using RowReader = std::function<RowOutcome(std::string_view line, ByteRange range, Row& row,
                                           Preserved& preserved, bool& repaired)>;

/// Reads a line with util/json_text: strict to the last byte, and quick enough for the end of
/// a file. For all of a large file see simd_rows.h.
RowOutcome read_row(std::string_view line, ByteRange range, Row& row, Preserved& preserved,
                    bool& repaired);

/// The same for a line that was parsed by parse_line().
RowOutcome row_of(const JsonText& json, ByteRange range, Row& row, Preserved& preserved);

/// The line as JSON, as the client takes it: NUL bytes behind it are forgiven, a byte order
/// mark in front is not, invalid UTF-8 becomes U+FFFD (`repaired` is set then). Nothing for
/// what is no JSON text.
std::optional<JsonText> parse_line(std::string_view line, bool& repaired);

/// The line without NUL bytes behind it.
std::string_view without_trailing_nul(std::string_view line);

/// The type of a row by the line's `type`; nothing for one that is no part of a conversation.
std::optional<RowType> row_type(std::string_view type);

/// Fills in what follows from type, subtype and ids together: the last step of reading a row.
RowOutcome finish_row(std::string_view type, std::string_view subtype, ByteRange range, Row& row);

}  // namespace context_rot::transcript
