#include "curate/messages/message_array.h"

#include <nlohmann/json.hpp>

#include "util/json_depth.h"
#include "util/json_text.h"
#include "util/json_tree.h"

namespace context_rot::curate {


namespace {

void put_text(const nlohmann::json& content, std::string& out) {
  if (content.is_string()) {
    if (!out.empty()) out += '\n';
    out += content.get_ref<const std::string&>();
  } else if (content.is_array()) {
    for (const nlohmann::json& block : content) {
      if (!block.is_object()) continue;
      for (const char* key : {"text", "content"}) {
        const auto part = block.find(key);
        if (part != block.end()) put_text(*part, out);
      }
    }
  }
}

}  // namespace

Result<std::vector<TextMessage>> read_messages(std::string_view text) {
  const nlohmann::json root = mended_json_tree(text);
  if (root.is_discarded()) {
    const bool deep = is_nested_deeper(text, JsonText::max_depth);
    return Error{deep ? "is nested too deeply" : "is not JSON"};
  }
  const nlohmann::json& list = root.is_object() && root.contains("messages") ? root["messages"] : root;
  if (!list.is_array()) return Error{"is neither an array of messages nor an object with one"};
  std::vector<TextMessage> out;
  for (const nlohmann::json& one : list) {
    const std::string name = "message " + std::to_string(out.size() + 1);
    const auto role = one.is_object() ? one.find("role") : one.end();
    if (!one.is_object() || role == one.end() || !role->is_string()) {
      return Error{name + " has no role"};
    }
    const auto content = one.find("content");
    if (content == one.end() ||
        !(content->is_string() || content->is_array() || content->is_null())) {
      return Error{name + " has no content"};
    }
    TextMessage message{role->get<std::string>(), {}};
    put_text(*content, message.text);
    out.push_back(std::move(message));
  }
  return out;
}

}  // namespace context_rot::curate
