#include "transcript/row.h"

#include "util/utf8.h"

namespace context_rot::transcript {

namespace {

/// 32 hexadecimal digits and four hyphens, or nothing.
std::optional<LineId> canonical_uuid(std::string_view text) {
  if (text.size() != 36) return std::nullopt;
  std::uint64_t half[2] = {0, 0};
  int digits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (i == 8 || i == 13 || i == 18 || i == 23) {
      if (c != '-') return std::nullopt;
      continue;
    }
    std::uint64_t value = 0;
    if (c >= '0' && c <= '9') {
      value = static_cast<std::uint64_t>(c - '0');
    } else if (c >= 'a' && c <= 'f') {
      value = static_cast<std::uint64_t>(c - 'a' + 10);
    } else {
      return std::nullopt;  // upper case is another text, and the client compares text
    }
    half[digits / 16] = half[digits / 16] << 4 | value;
    ++digits;
  }
  return LineId{half[0], half[1]};
}

std::uint64_t fnv1a(std::string_view text, std::uint64_t hash) {
  for (const char c : text) {
    hash ^= static_cast<std::uint8_t>(c);
    hash *= 1099511628211ull;
  }
  return hash;
}

bool is_true(const JsonText& json, JsonText::Node object, std::string_view key) {
  const auto node = json.find(object, key);
  return node != JsonText::none && json.raw(node) == "true";
}

void read_compact_metadata(const JsonText& json, JsonText::Node metadata, Preserved& preserved) {
  const auto segment = json.find(metadata, "preservedSegment");
  const auto messages = json.find(metadata, "preservedMessages");
  if (json.is(messages, JsonKind::object)) {
    preserved.present = true;
    preserved.anchor = line_id(json.string_at(messages, "anchorUuid"));
    const auto uuids = json.find(messages, "uuids");
    if (!json.is(uuids, JsonKind::array)) return;
    for (auto uuid = json.first_child(uuids); uuid != JsonText::none; uuid = json.next(uuid)) {
      preserved.ids.push_back(line_id(json.string(uuid)));
    }
  } else if (json.is(segment, JsonKind::object)) {
    preserved.present = true;
    preserved.is_segment = true;
    preserved.anchor = line_id(json.string_at(segment, "anchorUuid"));
    preserved.segment_head = line_id(json.string_at(segment, "headUuid"));
    preserved.segment_tail = line_id(json.string_at(segment, "tailUuid"));
  }
}

}  // namespace

LineId line_id(std::string_view text) {
  if (text.empty()) return {};
  LineId id = canonical_uuid(text).value_or(
      LineId{fnv1a(text, 14695981039346656037ull), fnv1a(text, 0x9AE16A3B2F90404Full)});
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
  const auto text = [&](std::string_view key) { return json.string_at(JsonText::root, key); };
  const std::string type = text("type");
  if (!row_type(type)) return RowOutcome::other;
  if (type == "last-prompt") {
    row.has_leaf = json.find(JsonText::root, "leafUuid") != JsonText::none;
    row.id = line_id(text("leafUuid"));
    row.explicit_leaf = is_true(json, JsonText::root, "explicit");
    return finish_row(type, "", range, row);
  }
  row.id = line_id(text("uuid"));
  row.parent = line_id(text("parentUuid"));
  row.has_parent = !row.parent.empty();
  row.message = line_id(json.string_at(json.find(JsonText::root, "message"), "id"));
  row.source_assistant = line_id(text("sourceToolAssistantUUID"));
  row.sidechain = is_true(json, JsonText::root, "isSidechain");
  row.time = parse_utc(text("timestamp")).value_or(0);
  const auto metadata = json.find(JsonText::root, "compactMetadata");
  if (metadata != JsonText::none) read_compact_metadata(json, metadata, preserved);
  return finish_row(type, text("subtype"), range, row);
}

}  // namespace context_rot::transcript
