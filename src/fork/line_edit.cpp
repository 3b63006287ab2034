#include "fork/line_edit.h"

#include <algorithm>
#include <unordered_set>

#include "transcript/attachment_text.h"
#include "transcript/line.h"
#include "transcript/row.h"
#include "util/invariant.h"
#include "util/json_edit.h"
#include "util/number.h"

namespace context_rot::fork {

using Node = JsonText::Node;
using nlohmann::ordered_json;

namespace {

/// A block in a line.
struct LinePlace {
  Node block = JsonText::none;
  bool is_string = false;      ///< the whole content is this string
  Node part = JsonText::none;  ///< of an attachment: the part of `rendered` that it stands in
};

void add_blocks(const JsonText& json, Node content, Node part, std::vector<LinePlace>& out) {
  if (json.is(content, JsonKind::string)) {
    out.push_back({content, true, part});
  } else if (json.is(content, JsonKind::array)) {
    for (Node child = json.first_child(content); child != JsonText::none;
         child = json.next(child)) {
      if (json.is(child, JsonKind::object)) out.push_back({child, false, part});
    }
  }
}

/// The blocks of the entry that a line is, in the order of transcript::read_entry().
std::vector<LinePlace> blocks_of(const JsonText& json) {
  std::vector<LinePlace> out;
  const std::string type = json.string_at(JsonText::root, "type");
  if (type == "user" || type == "assistant") {
    const Node message = json.find(JsonText::root, "message");
    if (json.is(message, JsonKind::object)) {
      add_blocks(json, json.find(message, "content"), JsonText::none, out);
    }
  } else if (type == "attachment") {
    const Node rendered = json.find(JsonText::root, "rendered");
    if (!json.is(rendered, JsonKind::array)) {
      // No place for another text: such a line goes whole or stays.
      out.resize(transcript::attachment_texts(json).size());
      return out;
    }
    for (Node part = json.first_child(rendered); part != JsonText::none; part = json.next(part)) {
      if (json.is(part, JsonKind::object)) add_blocks(json, json.find(part, "content"), part, out);
    }
  }
  return out;
}

class Editor {
 public:
  explicit Editor(const JsonText& json) : json_(json), editor_(json) {}

  void change_blocks(const std::vector<BlockChange>& changes) {
    const std::vector<LinePlace> blocks = blocks_of(json_);
    std::vector<bool> gone(blocks.size(), false);
    for (const BlockChange& change : changes) {
      if (change.block >= blocks.size() || blocks[change.block].block == JsonText::none) continue;
      if (change.text) {
        put_text(blocks[change.block], *change.text);
      } else {
        gone[change.block] = true;
      }
    }
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (gone[i]) remove(blocks, gone, i);
    }
  }

  void set_parent(const std::string& parent) {
    const Node node = json_.find(JsonText::root, "parentUuid");
    if (node == JsonText::none) return;
    editor_.replace(node, parent.empty() ? ordered_json(nullptr) : ordered_json(parent));
  }

  void take_off(std::int64_t tokens) {
    const Node message = json_.find(JsonText::root, "message");
    if (!json_.is(message, JsonKind::object)) return;
    const Node usage = json_.find(message, "usage");
    if (!json_.is(usage, JsonKind::object)) return;
    take_off(usage, tokens);
    const Node iterations = json_.find(usage, "iterations");
    if (!json_.is(iterations, JsonKind::array)) return;
    Node last = JsonText::none;
    for (Node row = json_.first_child(iterations); row != JsonText::none; row = json_.next(row)) {
      const bool own = transcript::is_own_iteration(json_.string_at(row, "type"));
      if (json_.is(row, JsonKind::object) && own) last = row;
    }
    if (last != JsonText::none) take_off(last, tokens);
  }

  /// The client keeps all of the lines that a boundary names, or none where one is missing.
  void unkeep(const Unkept& unkept) {
    const Node metadata = json_.find(JsonText::root, "compactMetadata");
    if (!json_.is(metadata, JsonKind::object)) return;
    const Node messages = json_.find(metadata, "preservedMessages");
    const Node segment = json_.find(metadata, "preservedSegment");
    if (unkept.head.empty()) {
      if (messages != JsonText::none) editor_.remove(messages);
      if (segment != JsonText::none) editor_.remove(segment);
      return;
    }
    const std::unordered_set<std::string> gone(unkept.uuids.begin(), unkept.uuids.end());
    const auto goes = [&](Node uuid) {
      return json_.is(uuid, JsonKind::string) && gone.count(json_.string(uuid)) > 0;
    };
    for (const char* list : {"uuids", "allUuids"}) {
      const Node uuids = json_.find(messages, list);
      if (!json_.is(uuids, JsonKind::array)) continue;
      for (Node uuid = json_.first_child(uuids); uuid != JsonText::none; uuid = json_.next(uuid)) {
        if (goes(uuid)) editor_.remove(uuid);
      }
    }
    for (const auto& [key, now] :
         {std::pair("headUuid", unkept.head), std::pair("tailUuid", unkept.tail)}) {
      const Node end = json_.find(segment, key);
      if (goes(end)) editor_.replace(end, now);
    }
  }

  std::string apply() const { return editor_.apply(); }

 private:
  /// A part of an attachment goes with its last block: none is left empty.
  void remove(const std::vector<LinePlace>& blocks, const std::vector<bool>& gone, std::size_t at) {
    const Node part = blocks[at].part;
    bool part_stays = part == JsonText::none;
    for (std::size_t i = 0; i < blocks.size() && !part_stays; ++i) {
      part_stays = blocks[i].part == part && !gone[i];
    }
    editor_.remove(part_stays ? blocks[at].block : part);
  }

  void put_text(const LinePlace& place, const std::string& text) {
    if (place.is_string) {
      editor_.replace(place.block, text);
      return;
    }
    const std::string type = json_.string_at(place.block, "type");
    const Node inside = json_.find(place.block, type == "tool_result" ? "content" : "text");
    if ((type == "tool_result" || type == "text") && inside != JsonText::none) {
      editor_.replace(inside, text);
    } else if (type == "tool_result") {
      editor_.insert_member(place.block, "content", text);
    } else {
      editor_.replace(place.block, ordered_json{{"type", "text"}, {"text", text}});
    }
  }

  void take_off(Node counts, std::int64_t tokens) {
    for (const std::string_view key :
         {"cache_read_input_tokens", "cache_creation_input_tokens", "input_tokens"}) {
      const Node node = json_.find(counts, key);
      const auto count =
          json_.is(node, JsonKind::number) ? parse_count(json_.raw(node)) : std::nullopt;
      if (!count || tokens <= 0) continue;
      const std::int64_t less = std::min(*count, tokens);
      editor_.replace(node, *count - less);
      tokens -= less;
    }
  }

  const JsonText& json_;
  JsonEditor editor_;
};

}  // namespace

std::size_t block_count(std::string_view line) {
  bool repaired = false;
  const auto json = transcript::parse_line(line, repaired);
  return json && json->is(JsonText::root, JsonKind::object) ? blocks_of(*json).size() : 0;
}

std::optional<std::string> edit_line(std::string_view line, const LineEdit& edit) {
  CONTEXT_ROT_INVARIANT(std::adjacent_find(edit.changes.begin(), edit.changes.end(),
                                           [](const BlockChange& a, const BlockChange& b) {
                                             return a.block >= b.block;
                                           }) == edit.changes.end());
  bool repaired = false;
  const auto json = transcript::parse_line(line, repaired);
  if (!json || !json->is(JsonText::root, JsonKind::object)) return std::nullopt;
  Editor editor(*json);
  editor.change_blocks(edit.changes);
  if (edit.parent) editor.set_parent(*edit.parent);
  if (edit.tokens_less > 0) editor.take_off(edit.tokens_less);
  if (!edit.unkept.uuids.empty()) editor.unkeep(edit.unkept);
  return editor.apply();
}

}  // namespace context_rot::fork
