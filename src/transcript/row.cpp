#include "transcript/row.h"

#include <simdjson.h>

#include <string>

#include "util/utf8.h"

namespace context_rot::transcript {

namespace od = simdjson::ondemand;

namespace {

static_assert(line_padding >= simdjson::SIMDJSON_PADDING);

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

std::string_view text_of(od::value value) {
  std::string_view text;
  // Another type than string is nobody's id, type or time: it reads as absent.
  return value.get_string().get(text) ? std::string_view() : text;
}

bool is_true(od::value value) {
  bool flag = false;
  return !value.get_bool().get(flag) && flag;
}

struct Fields {
  std::string_view type;
  std::string_view subtype;
};

RowType row_type(std::string_view type, bool& known) {
  known = true;
  if (type == "user") return RowType::user;
  if (type == "assistant") return RowType::assistant;
  if (type == "system") return RowType::system;
  if (type == "attachment") return RowType::attachment;
  if (type == "progress") return RowType::link;
  if (type == "last-prompt") return RowType::last_prompt;
  known = false;
  return RowType::system;
}

void read_segment(od::value value, Preserved& preserved) {
  od::object segment;
  if (value.get_object().get(segment)) return;
  for (auto member : segment) {
    od::field field;
    std::string_view key;
    if (std::move(member).get(field) || field.unescaped_key().get(key)) return;
    if (key == "headUuid")
      preserved.segment_head = line_id(text_of(field.value()));
    else if (key == "tailUuid")
      preserved.segment_tail = line_id(text_of(field.value()));
    else if (key == "anchorUuid" && !preserved.present)
      preserved.anchor = line_id(text_of(field.value()));
  }
  preserved.is_segment = !preserved.present;
}

void read_messages(od::value value, Preserved& preserved) {
  od::object messages;
  if (value.get_object().get(messages)) return;
  preserved.present = true;
  preserved.is_segment = false;
  for (auto member : messages) {
    od::field field;
    std::string_view key;
    if (std::move(member).get(field) || field.unescaped_key().get(key)) return;
    if (key == "anchorUuid") {
      preserved.anchor = line_id(text_of(field.value()));
    } else if (key == "uuids") {
      od::array uuids;
      if (field.value().get_array().get(uuids)) continue;
      for (auto element : uuids) {
        od::value uuid;
        if (std::move(element).get(uuid)) return;
        preserved.ids.push_back(line_id(text_of(uuid)));
      }
    }
  }
}

void read_compact_metadata(od::value value, Preserved& preserved) {
  od::object metadata;
  if (value.get_object().get(metadata)) return;
  for (auto member : metadata) {
    od::field field;
    std::string_view key;
    if (std::move(member).get(field) || field.unescaped_key().get(key)) return;
    if (key == "preservedSegment")
      read_segment(field.value(), preserved);
    else if (key == "preservedMessages")
      read_messages(field.value(), preserved);
  }
  preserved.present = preserved.present || preserved.is_segment;
}

void read_message(od::value value, Row& row) {
  od::object message;
  if (value.get_object().get(message)) return;
  for (auto member : message) {
    od::field field;
    std::string_view key;
    if (std::move(member).get(field) || field.unescaped_key().get(key)) return;
    if (key != "id") continue;
    row.message = line_id(text_of(field.value()));
    return;
  }
}

void read_leaf(od::value value, Row& row) {
  row.has_leaf = true;
  row.id = line_id(text_of(value));
}

/// Sets the part of `row` that this member holds.
void read_member(std::string_view key, od::value value, Row& row, Preserved& preserved,
                 Fields& fields) {
  if (key == "type") {
    fields.type = text_of(value);
  } else if (key == "uuid") {
    row.id = line_id(text_of(value));
  } else if (key == "parentUuid") {
    row.parent = line_id(text_of(value));
    row.has_parent = !row.parent.empty();
  } else if (key == "message") {
    read_message(value, row);
  } else if (key == "isSidechain") {
    row.sidechain = is_true(value);
  } else if (key == "timestamp") {
    row.time = parse_utc(text_of(value)).value_or(0);
  } else if (key == "sourceToolAssistantUUID") {
    row.source_assistant = line_id(text_of(value));
  } else if (key == "subtype") {
    fields.subtype = text_of(value);
  } else if (key == "compactMetadata") {
    read_compact_metadata(value, preserved);
  } else if (key == "leafUuid") {
    read_leaf(value, row);
  } else if (key == "explicit") {
    row.explicit_leaf = is_true(value);
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

struct RowScanner::Parser {
  od::parser parser;
  std::string repaired;

  Outcome scan(std::string_view line, Row& row, Preserved& preserved, bool& wants_repair) {
    wants_repair = false;
    od::document document;
    const simdjson::padded_string_view padded(line.data(), line.size(),
                                              line.size() + simdjson::SIMDJSON_PADDING);
    if (const auto error = parser.iterate(padded).get(document)) {
      wants_repair = error == simdjson::UTF8_ERROR;
      return Outcome::bad;
    }
    od::object object;
    if (document.get_object().get(object)) return Outcome::bad;
    Fields fields;
    for (auto member : object) {
      od::field field;
      std::string_view key;
      if (std::move(member).get(field) || field.unescaped_key().get(key)) return Outcome::bad;
      read_member(key, field.value(), row, preserved, fields);
    }
    const char* rest = nullptr;
    if (document.current_location().get(rest) != simdjson::OUT_OF_BOUNDS) return Outcome::bad;
    bool known = false;
    row.type = row_type(fields.type, known);
    if (!known) return Outcome::other;
    row.boundary = row.type == RowType::system && fields.subtype == "compact_boundary";
    if (row.type == RowType::last_prompt) return row.has_leaf ? Outcome::row : Outcome::other;
    return row.id.empty() ? Outcome::other : Outcome::row;
  }
};

RowScanner::RowScanner() : parser_(std::make_unique<Parser>()) {}
RowScanner::RowScanner(RowScanner&&) noexcept = default;
RowScanner::~RowScanner() = default;

RowScanner::Outcome RowScanner::scan(std::string_view line, ByteRange range, Row& row,
                                     Preserved& preserved) {
  const std::size_t last = line.find_last_not_of('\0');
  line = line.substr(0, last == std::string_view::npos ? 0 : last + 1);
  row = Row{};
  preserved = Preserved{};
  bool wants_repair = false;
  Outcome outcome = parser_->scan(line, row, preserved, wants_repair);
  if (wants_repair) {
    parser_->repaired = repair_json_text(line);
    parser_->repaired.reserve(parser_->repaired.size() + line_padding);
    row = Row{};
    preserved = Preserved{};
    outcome = parser_->scan(parser_->repaired, row, preserved, wants_repair);
    if (outcome != Outcome::bad) ++repaired_;
  }
  row.range = range;
  return outcome;
}

}  // namespace context_rot::transcript
