#include "curate/messages/message_array.h"

#include "curate/messages/parts.h"

namespace context_rot::curate {

Result<std::vector<TextMessage>> read_messages(std::string_view text) {
  const auto array = read_array(text);
  if (!array) return Error{array.error()};
  std::vector<TextMessage> out;
  for (const Message& message : array->messages) {
    const Json& one = message.json;
    const auto role = one.is_object() ? one.find("role") : one.end();
    if (role == one.end() || !role->is_string()) {
      return Error{"message " + std::to_string(out.size() + 1) + " has no role"};
    }
    const auto content = one.find("content");
    if (content == one.end() ||
        !(content->is_string() || content->is_array() || content->is_null())) {
      return Error{"message " + std::to_string(out.size() + 1) + " has no content"};
    }
    out.push_back({role->get<std::string>(), text_of(one)});
  }
  return out;
}

}  // namespace context_rot::curate
