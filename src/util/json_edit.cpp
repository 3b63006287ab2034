#include "util/invariant.h"
#include "util/json_edit.h"

#include <algorithm>
#include <utility>

namespace context_rot {

namespace {

using Node = JsonText::Node;

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// The white space in front of a child, back to the comma or bracket before it.
std::string_view gap_before(const JsonText& json, Node child) {
  const std::size_t end = json.begin(child);
  std::size_t begin = end;
  while (begin > 0 && is_space(json.text()[begin - 1])) --begin;
  return std::string_view(json.text()).substr(begin, end - begin);
}

bool has_line_break(std::string_view text) {
  return text.find('\n') != std::string_view::npos;
}

std::string_view after_last_line_break(std::string_view gap) {
  return gap.substr(gap.rfind('\n') + 1);
}

/// The white space at the start of the line that holds `offset`.
std::string_view indent_of_line(std::string_view text, std::size_t offset) {
  std::size_t start = offset;
  while (start > 0 && text[start - 1] != '\n') --start;
  if (start == 0) start = byte_order_mark_length(text);
  std::size_t end = start;
  while (end < offset && (text[end] == ' ' || text[end] == '\t')) ++end;
  return text.substr(start, end - start);
}

std::string line_ending_of(std::string_view text) {
  const std::size_t end = text.find('\n');
  return end != std::string_view::npos && end > 0 && text[end - 1] == '\r' ? "\r\n" : "\n";
}

/// One level of indentation, from the first container whose children stand on lines of their
/// own and further in. At most one such container ends a line, so this is linear.
std::string indent_unit_of(const JsonText& json) {
  bool has_lines = false;
  for (Node node = 0; node < json.size(); ++node) {
    if (json.kind(node) != JsonKind::object && json.kind(node) != JsonKind::array) continue;
    const Node child = json.first_child(node);
    if (child == JsonText::none) continue;
    const std::string_view gap = gap_before(json, child);
    if (!has_line_break(gap)) continue;
    has_lines = true;
    const std::string_view outer = indent_of_line(json.text(), json.value_begin(node));
    const std::string_view inner = after_last_line_break(gap);
    if (inner.size() > outer.size() && inner.substr(0, outer.size()) == outer) {
      return std::string(inner.substr(outer.size()));
    }
  }
  return has_lines ? "" : "  ";
}

std::string colon_of(const JsonText& json, Node member) {
  return json.text().substr(json.key_end(member), json.value_begin(member) - json.key_end(member));
}

/// The layout's colon, and the gap that goes with it, from a member.
void take_colon(JsonLayout& layout, const JsonText& json, Node member) {
  const std::string colon = colon_of(json, member);
  if (has_line_break(colon)) return;
  layout.colon = colon;
  layout.gap = is_space(colon.back()) ? " " : "";
}

std::string json_string(std::string_view text) {
  return nlohmann::json(std::string(text)).dump();
}

}  // namespace

JsonLayout layout_of(const JsonText& json) {
  JsonLayout layout;
  layout.line_ending = line_ending_of(json.text());
  layout.indent_unit = indent_unit_of(json);
  const Node first = json.first_child(JsonText::root);
  if (first == JsonText::none) return layout;
  layout.on_lines = has_line_break(json.raw(JsonText::root));
  if (json.kind(JsonText::root) == JsonKind::object) take_colon(layout, json, first);
  return layout;
}

std::string format_json(const nlohmann::ordered_json& value, const JsonLayout& layout,
                        std::string_view indent) {
  if (!value.is_structured() || value.empty()) return value.dump();
  const std::string inner = std::string(indent) + layout.indent_unit;
  std::string text(1, value.is_object() ? '{' : '[');
  const char* separator = "";
  for (auto item = value.begin(); item != value.end(); ++item) {
    text += separator;
    if (layout.on_lines) {
      text += layout.line_ending + inner;
    } else if (*separator != '\0') {
      text += layout.gap;
    }
    if (value.is_object()) text += json_string(item.key()) + layout.colon;
    text += format_json(*item, layout, inner);
    separator = ",";
  }
  if (layout.on_lines) text.append(layout.line_ending).append(indent);
  text += value.is_object() ? '}' : ']';
  return text;
}

JsonEditor::JsonEditor(const JsonText& json) : json_(json), layout_(layout_of(json)) {}

void JsonEditor::remove(Node child) {
  CONTEXT_ROT_INVARIANT(child != JsonText::root && child < json_.size());
  removed_.insert(child);
}

void JsonEditor::replace(Node node, const nlohmann::ordered_json& value) {
  // Without line breaks stays without: the value most likely looks as it did before.
  JsonLayout layout = layout_;
  const Node first = value.is_structured() && json_.kind(node) <= JsonKind::array
                         ? json_.first_child(node)
                         : JsonText::none;
  if (first != JsonText::none) {
    layout.on_lines = has_line_break(gap_before(json_, first));
    if (json_.kind(node) == JsonKind::object) take_colon(layout, json_, first);
  }
  const auto indent = indent_of_line(json_.text(), json_.begin(node));
  replaced_[node] = format_json(value, layout, indent);
}

void JsonEditor::replace_raw(Node node, std::string bytes) {
  replaced_[node] = std::move(bytes);
}

void JsonEditor::insert_member(Node object, std::string_view key,
                               const nlohmann::ordered_json& value) {
  CONTEXT_ROT_INVARIANT(json_.is(object, JsonKind::object));
  added_[object].push_back({json_string(key), value});
}

void JsonEditor::append(Node array, const nlohmann::ordered_json& value) {
  CONTEXT_ROT_INVARIANT(json_.is(array, JsonKind::array));
  added_[array].push_back({"", value});
}

JsonEditor::Row JsonEditor::row_of(Node container) const {
  Row row{layout_, "", ""};
  Node last = json_.first_child(container);
  bool alone = true;
  for (; json_.next(last) != JsonText::none; last = json_.next(last)) alone = false;
  if (json_.kind(container) == JsonKind::object) take_colon(row.layout, json_, last);
  const std::string_view gap = gap_before(json_, last);
  row.layout.on_lines = has_line_break(gap);
  if (row.layout.on_lines) {
    row.indent = after_last_line_break(gap);
    row.separator = line_ending_of(gap) + row.indent;
  } else {
    if (!alone) row.layout.gap = gap;
    row.separator = row.layout.gap;
  }
  return row;
}

std::string JsonEditor::joined(const std::vector<Addition>& additions, const Row& row) const {
  std::string text;
  for (const Addition& addition : additions) {
    if (!text.empty()) text += "," + row.separator;
    if (!addition.key.empty()) text += addition.key + row.layout.colon;
    text += format_json(addition.value, row.layout, row.indent);
  }
  return text;
}

JsonEditor::Splice JsonEditor::fill_empty(Node container,
                                          const std::vector<Addition>& additions) const {
  Row row{layout_, layout_.gap, ""};
  if (json_.parent(container) != JsonText::none) {
    row.layout.on_lines = has_line_break(gap_before(json_, container));
  }
  const std::size_t begin = json_.value_begin(container) + 1;
  const std::size_t end = json_.end(container) - 1;
  if (!row.layout.on_lines) return {begin, end, joined(additions, row)};
  const std::string outer(indent_of_line(json_.text(), json_.begin(container)));
  row.indent = outer + layout_.indent_unit;
  row.separator = layout_.line_ending + row.indent;
  return {begin, end, row.separator + joined(additions, row) + layout_.line_ending + outer};
}

void JsonEditor::splice_container(Node container, std::vector<Splice>& splices) const {
  const auto found = added_.find(container);
  const std::vector<Addition> none_added;
  const auto& additions = found == added_.end() ? none_added : found->second;
  const Node first = json_.first_child(container);
  if (first == JsonText::none) {
    splices.push_back(fill_empty(container, additions));
    return;
  }
  Node last_kept = JsonText::none;
  Node last = first;
  for (Node child = first; child != JsonText::none; child = json_.next(child)) {
    if (removed_.count(child) == 0) last_kept = child;
    last = child;
  }
  if (last_kept == JsonText::none) {
    if (additions.empty()) {
      splices.push_back({json_.value_begin(container) + 1, json_.end(container) - 1, ""});
    } else {
      splices.push_back(
          {json_.begin(first), json_.end(last), joined(additions, row_of(container))});
    }
    return;
  }
  if (!additions.empty()) {
    const Row row = row_of(container);
    const std::size_t at = json_.end(last_kept);
    splices.push_back({at, at, "," + row.separator + joined(additions, row)});
  }
  // In front of the first one kept the comma behind goes, after it the comma before.
  bool kept_one = false;
  Node previous = JsonText::none;
  for (Node child = first; child != JsonText::none; child = json_.next(child)) {
    if (removed_.count(child) == 0) {
      kept_one = true;
    } else if (kept_one) {
      splices.push_back({json_.end(previous), json_.end(child), ""});
    } else {
      splices.push_back({json_.begin(child), json_.begin(json_.next(child)), ""});
    }
    previous = child;
  }
}

std::string JsonEditor::apply() const {
  std::vector<Splice> splices;
  std::set<Node> containers;
  for (const auto& [container, additions] : added_) containers.insert(container);
  for (const Node child : removed_) containers.insert(json_.parent(child));
  for (const Node container : containers) splice_container(container, splices);
  for (const auto& [node, bytes] : replaced_) {
    splices.push_back({json_.value_begin(node), json_.end(node), bytes});
  }
  // Stable, and by the begin alone: an insertion was recorded before the removal behind it.
  std::stable_sort(splices.begin(), splices.end(),
                   [](const Splice& a, const Splice& b) { return a.begin < b.begin; });
  std::string text;
  std::size_t done = 0;
  for (const Splice& splice : splices) {
    if (splice.begin < done) continue;  // inside something that is gone
    text.append(json_.text(), done, splice.begin - done);
    text += splice.bytes;
    done = splice.end;
  }
  text.append(json_.text(), done);
  return text;
}

}  // namespace context_rot
