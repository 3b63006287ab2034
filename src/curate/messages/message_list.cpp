#include "curate/messages/message_list.h"

#include <algorithm>
#include <array>

#include "util/json_text.h"
#include "util/json_tree.h"
#include "util/one_of.h"
#include "util/utf8.h"

namespace context_rot::curate {

namespace {

constexpr std::array<std::string_view, 3> names{"anthropic", "openai", "plain"};

Result<JsonText> parsed(std::string_view text) {
  auto json = JsonText::parse(std::string(text));
  if (json) return json;
  std::string repaired = repair_json_text(text);
  if (repaired == text) return json;
  return JsonText::parse(std::move(repaired));
}

/// nlohmann refuses what JavaScript writes: a lone surrogate.
Json value_of(std::string_view raw) {
  Json value = Json::parse(raw, nullptr, false);
  return value.is_discarded() ? Json::parse(repair_json_text(raw), nullptr, false) : value;
}

/// How much a message speaks for each format.
struct Signs {
  bool anthropic = false;
  bool openai = false;
  bool blocks = false;  ///< text blocks, which both have
};

void look_at(const Json& message, Signs& signs) {
  if (!message.is_object()) return;
  if (message.contains("tool_calls") || message.contains("function_call") ||
      message.contains("tool_call_id") ||
      is_one_of(text_member(message, "role"), {"developer", "function"})) {
    signs.openai = true;
  }
  const auto content = message.find("content");
  if (content == message.end() || !content->is_array()) return;
  for (const Json& block : *content) {
    if (!block.is_object()) continue;
    const std::string type = text_member(block, "type");
    if (is_one_of(type, {"tool_use", "tool_result", "thinking", "redacted_thinking", "image",
                         "document", "server_tool_use"}) ||
        block.contains("cache_control")) {
      signs.anthropic = true;
    }
    if (is_one_of(type, {"image_url", "input_audio", "refusal", "file"})) signs.openai = true;
    if (type == "text") signs.blocks = true;
  }
}

}  // namespace

std::string_view name_of(Format format) {
  return names[static_cast<std::size_t>(format)];
}

std::optional<Format> format_of(std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Format>(i);
  }
  return {};
}

Result<MessageArray> read_array(std::string_view text, std::optional<Format> forced) {
  const auto json = parsed(text);
  if (!json) return Error{json.error()};
  MessageArray out;
  JsonText::Node list = JsonText::root;
  if (json->is(JsonText::root, JsonKind::object)) {
    list = json->find(JsonText::root, "messages");
    if (list == JsonText::none) return Error{"the object has no member \"messages\""};
    out.rest = Json::object();
    for (auto member = json->first_child(JsonText::root); member != JsonText::none;
         member = json->next(member)) {
      if (member == list) continue;
      Json value = value_of(json->raw(member));
      if (value.is_discarded()) return Error{json->position_of(member) + ": cannot be read"};
      out.rest[json->key(member)] = std::move(value);
    }
    out.query = text_member(out.rest, "query");
    out.run_id = text_member(out.rest, "runId");
  }
  if (!json->is(list, JsonKind::array)) {
    return Error{"there is neither a list of messages nor an object with one in \"messages\""};
  }
  out.head = json->text().substr(0, json->value_begin(list) + 1);
  out.tail = json->text().substr(json->end(list) - 1);
  for (auto node = json->first_child(list); node != JsonText::none; node = json->next(node)) {
    Message message;
    message.raw = json->raw(node);
    message.json = value_of(message.raw);
    message.origin = out.messages.size();
    if (message.json.is_discarded()) return Error{json->position_of(node) + ": cannot be read"};
    out.messages.push_back(std::move(message));
  }
  out.format = forced ? *forced : detect_format(out);
  return out;
}

Format detect_format(const MessageArray& array) {
  Signs signs;
  for (const Message& message : array.messages) look_at(message.json, signs);
  if (signs.anthropic) return Format::anthropic;
  if (signs.openai) return Format::openai;
  if (array.rest.is_object() &&
      (array.rest.contains("system") || array.rest.contains("anthropic_version"))) {
    return Format::anthropic;
  }
  return signs.blocks ? Format::anthropic : Format::plain;
}

std::string write_array(const MessageArray& array) {
  std::string out = array.head;
  for (std::size_t i = 0; i < array.messages.size(); ++i) {
    if (i > 0) out += ',';
    const Message& message = array.messages[i];
    out += message.raw.empty() ? json_line(message.json) : message.raw;
  }
  return out + array.tail;
}

}  // namespace context_rot::curate
