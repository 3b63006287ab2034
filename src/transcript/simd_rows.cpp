#include "transcript/simd_rows.h"

#include <simdjson.h>

#include <algorithm>
#include <string_view>

namespace context_rot::transcript {

namespace dom = simdjson::dom;

namespace {

constexpr std::size_t first_capacity = 64u << 10;

static_assert(line_padding >= simdjson::SIMDJSON_PADDING);

// Members are walked through, not looked up: of several with one key the last one counts.

std::string_view text_of(dom::element value) {
  std::string_view text;
  // Another type than string is nobody's id, type or time: it reads as absent.
  return value.get_string().get(text) ? std::string_view() : text;
}

bool is_true(dom::element value) {
  bool flag = false;
  return !value.get_bool().get(flag) && flag;
}

/// Calls `each(key, value)` for every member of an object; for none of another value.
template <typename Each>
bool for_each_member(dom::element value, Each&& each) {
  dom::object object;
  if (value.get_object().get(object)) return false;
  for (const auto [key, member] : object) each(key, member);
  return true;
}

Preserved read_segment(dom::element value) {
  Preserved preserved;
  preserved.present = preserved.is_segment =
      for_each_member(value, [&](std::string_view key, dom::element member) {
        if (key == "headUuid") preserved.segment_head = line_id(text_of(member));
        if (key == "tailUuid") preserved.segment_tail = line_id(text_of(member));
        if (key == "anchorUuid") preserved.anchor = line_id(text_of(member));
      });
  return preserved;
}

std::vector<LineId> read_ids(dom::element value) {
  std::vector<LineId> ids;
  dom::array array;
  if (value.get_array().get(array)) return ids;
  for (const dom::element id : array) ids.push_back(line_id(text_of(id)));
  return ids;
}

Preserved read_messages(dom::element value) {
  Preserved preserved;
  preserved.present = for_each_member(value, [&](std::string_view key, dom::element member) {
    if (key == "anchorUuid") preserved.anchor = line_id(text_of(member));
    if (key == "uuids") preserved.ids = read_ids(member);
  });
  return preserved;
}

Preserved read_compact_metadata(dom::element value) {
  Preserved segment;
  Preserved messages;
  for_each_member(value, [&](std::string_view key, dom::element member) {
    if (key == "preservedSegment") segment = read_segment(member);
    if (key == "preservedMessages") messages = read_messages(member);
  });
  return messages.present ? messages : segment;
}

LineId message_id(dom::element message) {
  LineId id;
  for_each_member(message, [&](std::string_view key, dom::element member) {
    if (key == "id") id = line_id(text_of(member));
  });
  return id;
}

RowOutcome row_of(dom::object line, ByteRange range, Row& row, Preserved& preserved) {
  std::string_view type;
  std::string_view subtype;
  LineId leaf;
  for (const auto [key, value] : line) {
    if (key == "type") {
      type = text_of(value);
    } else if (key == "uuid") {
      row.id = line_id(text_of(value));
    } else if (key == "parentUuid") {
      row.parent = line_id(text_of(value));
    } else if (key == "message") {
      row.message = message_id(value);
    } else if (key == "isSidechain") {
      row.sidechain = is_true(value);
    } else if (key == "timestamp") {
      row.time = parse_utc(text_of(value)).value_or(0);
    } else if (key == "sourceToolAssistantUUID") {
      row.source_assistant = line_id(text_of(value));
    } else if (key == "subtype") {
      subtype = text_of(value);
    } else if (key == "compactMetadata") {
      preserved = read_compact_metadata(value);
    } else if (key == "leafUuid") {
      row.has_leaf = true;
      leaf = line_id(text_of(value));
    } else if (key == "explicit") {
      row.explicit_leaf = is_true(value);
    }
  }
  row.has_parent = !row.parent.empty();
  if (type == "last-prompt") row.id = leaf;
  return finish_row(type, subtype, range, row);
}

}  // namespace

struct SimdRowReader::Parser {
  dom::parser parser;
};

SimdRowReader::SimdRowReader() : parser_(std::make_unique<Parser>()) {}
SimdRowReader::SimdRowReader(SimdRowReader&&) noexcept = default;
SimdRowReader::~SimdRowReader() = default;

RowOutcome SimdRowReader::operator()(std::string_view line, ByteRange range, Row& row,
                                     Preserved& preserved, bool& repaired) {
  // Room for the longest line, made in large steps, and no deeper nesting than the strict
  // reader takes.
  const std::size_t capacity = parser_->parser.capacity();
  if (capacity < line.size() &&
      parser_->parser.allocate(std::max({line.size(), 2 * capacity, first_capacity}),
                               JsonText::max_depth)) {
    return RowOutcome::bad;
  }
  dom::object object;
  // The caller's buffer is padded, so the parser need not copy.
  if (parser_->parser.parse(line.data(), line.size(), false).get_object().get(object)) {
    return read_row(line, range, row, preserved, repaired);
  }
  row = Row{};
  preserved = Preserved{};
  return row_of(object, range, row, preserved);
}

}  // namespace context_rot::transcript
