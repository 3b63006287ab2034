#include "transcript/row.h"

#include <array>

#include "util/checksum.h"
#include "util/utf8.h"

namespace context_rot::transcript {

namespace {

/// What a lower-case hexadecimal digit is worth; above 15 for anything else. (Upper case is another
/// text, and the client compares text.)
constexpr std::array<std::uint8_t, 256> digit_values = [] {
  std::array<std::uint8_t, 256> values{};
  values.fill(0xFF);
  for (std::uint8_t i = 0; i < 16; ++i) {
    values[static_cast<std::uint8_t>("0123456789abcdef"[i])] = i;
  }
  return values;
}();

struct Digits {
  std::uint64_t value = 0;
  unsigned seen = 0;  // above 15 where there is something else
};

Digits digits_at(std::string_view text, std::size_t at, std::size_t count) {
  Digits out;
  for (const char c : text.substr(at, count)) {
    const unsigned digit = digit_values[static_cast<std::uint8_t>(c)];
    out.seen |= digit;
    out.value = out.value << 4 | digit;
  }
  return out;
}

/// 32 hexadecimal digits and four hyphens, or nothing.
std::optional<LineId> canonical_uuid(std::string_view text) {
  if (text.size() != 36 || text[8] != '-' || text[13] != '-' || text[18] != '-' ||
      text[23] != '-') {
    return std::nullopt;
  }
  const Digits a = digits_at(text, 0, 8);
  const Digits b = digits_at(text, 9, 4);
  const Digits c = digits_at(text, 14, 4);
  const Digits d = digits_at(text, 19, 4);
  const Digits e = digits_at(text, 24, 12);
  if ((a.seen | b.seen | c.seen | d.seen | e.seen) > 15) return std::nullopt;
  return LineId{a.value << 32 | b.value << 16 | c.value, d.value << 48 | e.value};
}

bool is_true(const JsonText& json, JsonText::Node node) {
  return json.raw(node) == "true";
}

LineId id_at(const JsonText& json, JsonText::Node object, std::string_view key) {
  std::string buffer;
  return line_id(json.string_at(object, key, buffer));
}

Preserved read_compact_metadata(const JsonText& json, JsonText::Node metadata) {
  Preserved preserved;
  const auto segment = json.find(metadata, "preservedSegment");
  const auto messages = json.find(metadata, "preservedMessages");
  if (json.is(messages, JsonKind::object)) {
    preserved.present = true;
    preserved.anchor = id_at(json, messages, "anchorUuid");
    const auto uuids = json.find(messages, "uuids");
    if (!json.is(uuids, JsonKind::array)) return preserved;
    for (auto uuid = json.first_child(uuids); uuid != JsonText::none; uuid = json.next(uuid)) {
      preserved.ids.push_back(line_id(json.string(uuid)));
    }
  } else if (json.is(segment, JsonKind::object)) {
    preserved.present = true;
    preserved.is_segment = true;
    preserved.anchor = id_at(json, segment, "anchorUuid");
    preserved.segment_head = id_at(json, segment, "headUuid");
    preserved.segment_tail = id_at(json, segment, "tailUuid");
  }
  return preserved;
}

}  // namespace

LineId line_id(std::string_view text) {
  if (text.empty()) return {};
  LineId id = canonical_uuid(text).value_or(LineId{fnv(text), fnv(text, 0x9AE16A3B2F90404Full)});
  if (id.empty()) id.low = 1;
  return id;
}

std::string_view without_trailing_nul(std::string_view line) {
  const std::size_t last = line.find_last_not_of('\0');
  return line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

std::optional<JsonText> parse_line(std::string_view line, bool& repaired) {
  line = without_trailing_nul(line);
  if (byte_order_mark_length(line) > 0) return std::nullopt;
  if (auto json = JsonText::parse(std::string(line))) return *std::move(json);
  std::string mended = repair_utf8(line);
  if (mended == line) return std::nullopt;
  auto json = JsonText::parse(std::move(mended));
  if (!json) return std::nullopt;
  repaired = true;
  return *std::move(json);
}

std::optional<RowType> row_type(std::string_view type) {
  if (type == "user") return RowType::user;
  if (type == "assistant") return RowType::assistant;
  if (type == "system") return RowType::system;
  if (type == "attachment") return RowType::attachment;
  if (type == "progress") return RowType::link;
  if (type == "last-prompt") return RowType::last_prompt;
  return std::nullopt;
}

RowOutcome finish_row(std::string_view type, std::string_view subtype, ByteRange range, Row& row) {
  const auto known = row_type(type);
  if (!known) return RowOutcome::other;
  row.type = *known;
  row.range = range;
  row.boundary = row.type == RowType::system && subtype == "compact_boundary";
  if (row.type == RowType::last_prompt) return row.has_leaf ? RowOutcome::row : RowOutcome::other;
  row.has_leaf = false;
  return row.id.empty() ? RowOutcome::other : RowOutcome::row;
}

RowOutcome read_row(std::string_view line, ByteRange range, Row& row, Preserved& preserved,
                    bool& repaired) {
  const auto json = parse_line(line, repaired);
  return json ? row_of(*json, range, row, preserved) : RowOutcome::bad;
}

RowOutcome row_of(const JsonText& json, ByteRange range, Row& row, Preserved& preserved) {
  row = Row{};
  preserved = Preserved{};
  if (json.kind(JsonText::root) != JsonKind::object) return RowOutcome::bad;
  std::string buffers[4];  // what a view below may point into
  std::string_view type;
  std::string_view subtype;
  LineId leaf;
  const auto id = [&](JsonText::Node node) { return line_id(json.string(node, buffers[0])); };
  // Of several members with one key the last one counts.
  for (auto at = json.first_child(JsonText::root); at != JsonText::none; at = json.next(at)) {
    const std::string_view key = json.key(at, buffers[1]);
    if (key == "type") {
      type = json.string(at, buffers[2]);
    } else if (key == "uuid") {
      row.id = id(at);
    } else if (key == "parentUuid") {
      row.parent = id(at);
    } else if (key == "message") {
      row.message = id(json.find(at, "id"));
    } else if (key == "isSidechain") {
      row.sidechain = is_true(json, at);
    } else if (key == "timestamp") {
      row.time = parse_utc(json.string(at, buffers[0])).value_or(0);
    } else if (key == "sourceToolAssistantUUID") {
      row.source_assistant = id(at);
    } else if (key == "subtype") {
      subtype = json.string(at, buffers[3]);
    } else if (key == "compactMetadata") {
      preserved = read_compact_metadata(json, at);
    } else if (key == "leafUuid") {
      row.has_leaf = true;
      leaf = id(at);
    } else if (key == "explicit") {
      row.explicit_leaf = is_true(json, at);
    }
  }
  row.has_parent = !row.parent.empty();
  if (type == "last-prompt") row.id = leaf;
  return finish_row(type, subtype, range, row);
}

}  // namespace context_rot::transcript
