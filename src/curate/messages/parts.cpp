#include "curate/messages/parts.h"

#include <algorithm>

#include "util/one_of.h"

namespace context_rot::curate {

namespace {

void put(std::string_view text, std::string& out) {
  if (text.empty()) return;
  if (!out.empty()) out += '\n';
  out += text;
}

void put_content(const Json& content, std::string& out) {
  if (content.is_string()) put(content.get_ref<const std::string&>(), out);
  if (!content.is_array()) return;
  for (const Json& block : content) {
    if (block.is_string()) put(block.get_ref<const std::string&>(), out);
    if (!block.is_object()) continue;
    if (text_in(block, "type") == "tool_result") {
      const auto inner = block.find("content");
      if (inner != block.end()) put_content(*inner, out);
    } else if (!is_thinking(block)) {
      put(text_in(block, "text"), out);
    }
  }
}

const Json* content_of(const Json& message) {
  if (!message.is_object()) return nullptr;
  const auto content = message.find("content");
  return content == message.end() ? nullptr : &*content;
}

/// Every text inside a value, however deep; it was read with a bounded depth.
void put_all(const Json& value, std::string& out) {
  if (value.is_string()) put(value.get_ref<const std::string&>(), out);
  if (value.is_structured()) {
    for (const Json& child : value) put_all(child, out);
  }
}

}  // namespace

std::string_view text_in(const Json& value, const char* key) {
  if (!value.is_object()) return {};
  const auto member = value.find(key);
  if (member == value.end() || !member->is_string()) return {};
  return member->get_ref<const std::string&>();
}

Role role_of(const Json& message) {
  const Role voice = voice_of(message);
  if (voice == Role::other || voice == Role::memory) return voice;
  const auto memory = message.find("memory");
  const bool marked = text_in(message, "type") == "memory" ||
                      text_in(message, "name") == "memory" ||
                      (memory != message.end() && *memory == true);
  return marked ? Role::memory : voice;
}

Role voice_of(const Json& message) {
  const std::string_view role = text_in(message, "role");
  if (role == "memory") return Role::memory;
  if (is_one_of(role, {"system", "developer"})) return Role::system;
  if (is_one_of(role, {"user", "human"})) return Role::user;
  if (is_one_of(role, {"assistant", "ai", "model"})) return Role::assistant;
  if (is_one_of(role, {"tool", "function", "observation", "tool_result"})) return Role::tool;
  return Role::other;
}

std::vector<Call> calls_of(const Json& message, Format format) {
  std::vector<Call> out;
  if (format == Format::plain || text_in(message, "role") != "assistant") return out;
  if (format == Format::anthropic) {
    const Json* content = content_of(message);
    for (std::size_t i = 0; content && content->is_array() && i < content->size(); ++i) {
      const Json& block = (*content)[i];
      if (text_in(block, "type") != "tool_use") continue;
      out.push_back({i, std::string(text_in(block, "id")), std::string(text_in(block, "name"))});
    }
    return out;
  }
  const auto calls = message.find("tool_calls");
  for (std::size_t i = 0; calls != message.end() && calls->is_array() && i < calls->size(); ++i) {
    const Json& call = (*calls)[i];
    const auto function = call.is_object() ? call.find("function") : call.end();
    const bool named = call.is_object() && function != call.end();
    out.push_back({i, std::string(text_in(call, "id")),
                   std::string(named ? text_in(*function, "name") : std::string_view())});
  }
  const auto legacy = message.find("function_call");
  if (out.empty() && legacy != message.end() && legacy->is_object()) {
    const std::string name(text_in(*legacy, "name"));
    out.push_back({whole_message, name, name});
  }
  return out;
}

std::vector<ToolResult> results_of(const Json& message, Format format) {
  std::vector<ToolResult> out;
  if (format != Format::anthropic) {
    if (role_of(message) != Role::tool) return out;
    const std::string_view id = text_in(message, "tool_call_id");
    out.push_back({whole_message, std::string(id.empty() ? text_in(message, "name") : id)});
    return out;
  }
  const Json* content = content_of(message);
  for (std::size_t i = 0; content && content->is_array() && i < content->size(); ++i) {
    const Json& block = (*content)[i];
    if (text_in(block, "type") != "tool_result") continue;
    out.push_back({i, std::string(text_in(block, "tool_use_id"))});
  }
  return out;
}

const Json& result_at(const Json& message, std::size_t slot) {
  return slot == whole_message ? message : message.at("content").at(slot);
}

std::string text_of_content(const Json& content) {
  std::string out;
  put_content(content, out);
  return out;
}

std::string text_of(const Json& message) {
  const Json* content = content_of(message);
  return content ? text_of_content(*content) : std::string();
}

std::string mentions_of(const Json& message) {
  std::string out = text_of(message);
  if (!message.is_object()) return out;
  for (const char* key : {"tool_calls", "function_call"}) {
    const auto calls = message.find(key);
    if (calls != message.end()) put_all(*calls, out);
  }
  const Json* content = content_of(message);
  if (!content || !content->is_array()) return out;
  for (const Json& block : *content) {
    if (text_in(block, "type") != "tool_use") continue;
    const auto input = block.find("input");
    if (input != block.end()) put_all(*input, out);
  }
  return out;
}

bool is_prompt(const Json& message, Format format) {
  return role_of(message) == Role::user && results_of(message, format).empty();
}

bool is_thinking(const Json& block) {
  return is_one_of(text_in(block, "type"), {"thinking", "redacted_thinking"});
}

bool is_media(const Json& block) {
  return is_one_of(text_in(block, "type"),
                   {"image", "document", "image_url", "input_audio", "file"});
}

}  // namespace context_rot::curate
