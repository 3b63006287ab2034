#pragma once
// One line of a session transcript, reduced to what decides whether the model will see it.

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "util/line_reader.h"
#include "util/time.h"

namespace context_rot::transcript {

/// A uuid (or a message id) as 128 bits, so that an index over a large file stays small.
/// A canonical uuid is its own bits; any other text is hashed (FNV-1a, two offset bases).
struct LineId {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  bool empty() const { return high == 0 && low == 0; }
  bool operator==(const LineId&) const = default;
};

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

/// Reads lines into rows. Holds parser buffers; use one per thread and for many lines.
class RowScanner {
 public:
  RowScanner();
  RowScanner(RowScanner&&) noexcept;
  ~RowScanner();

  enum class Outcome { row, other, bad };

  /// Reads one line. `line` may be followed by `line_padding` bytes that are read, not used.
  /// `row`: `row` (and, for a boundary, `preserved`) is set. `other`: well-formed, of a type
  /// that is not part of a conversation, or without the uuid that would make it one. `bad`:
  /// no JSON object, as the client's parser would say; trailing NUL bytes are forgiven as
  /// there. Invalid UTF-8 and lone surrogate escapes are repaired and counted.
  Outcome scan(std::string_view line, ByteRange range, Row& row, Preserved& preserved);

  /// Lines that were read only after repair_json_text().
  std::uint64_t repaired() const { return repaired_; }

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
  std::uint64_t repaired_ = 0;
};

}  // namespace context_rot::transcript
