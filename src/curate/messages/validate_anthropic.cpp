#include <unordered_set>

#include "curate/messages/parts.h"
#include "curate/messages/rules.h"

namespace context_rot::curate {

namespace {

bool has_source(const Json& block) {
  const auto source = block.find("source");
  if (source == block.end() || !source->is_object()) return false;
  const std::string_view type = text_in(*source, "type");
  if (type == "base64") return !text_in(*source, "data").empty();
  if (type == "url") return !text_in(*source, "url").empty();
  if (type == "file") return !text_in(*source, "file_id").empty();
  return !type.empty();  // documents have more types
}

class Checker {
 public:
  Checker(const MessageArray& array, Findings& findings) : array_(array), findings_(findings) {}

  void run() {
    check_system();
    bool spoken = false;
    for (std::size_t i = 0; i < array_.messages.size(); ++i) {
      findings_.at(i);
      const Json& message = array_.messages[i].json;
      const std::string_view role = text_in(message, "role");
      if (!message.is_object() || (role != "user" && role != "assistant" && role != "system")) {
        findings_.add(message.is_object() ? Rule::role : Rule::shape,
                      "is no message of user, assistant or system");
        unanswered(i);
        continue;
      }
      if (!spoken && role == "assistant") {
        findings_.add(Rule::role, "is the assistant's: the first message must be the user's");
      }
      spoken = spoken || role != "system";
      check_message(i, message, role);
    }
    unanswered(array_.messages.size());
  }

 private:
  void check_system() {
    if (!array_.rest.is_object()) return;
    const auto system = array_.rest.find("system");
    if (system == array_.rest.end() || system->is_null()) return;
    if (!system->is_string() && !system->is_array()) {
      findings_.add(0, Rule::shape, "the member \"system\" is neither a text nor a list");
    }
  }

  /// The calls of the message before that message `i` has not answered.
  void unanswered(std::size_t i) {
    for (const std::string& id : open_) {
      findings_.add(i - 1, Rule::pairing, "call " + id + " has no result in the next message");
    }
    open_.clear();
  }

  void check_message(std::size_t i, const Json& message, std::string_view role) {
    const auto content = message.find("content");
    std::unordered_set<std::string> calls;
    if (content == message.end() || !(content->is_string() || content->is_array())) {
      findings_.add(Rule::empty, "has no content");
    } else if (content->is_string() ? is_blank(content->get_ref<const std::string&>())
                                    : content->empty()) {
      findings_.add(Rule::empty, "has an empty content");
    } else if (content->is_array()) {
      check_blocks(*content, role, calls);
    }
    unanswered(i);
    open_ = std::move(calls);
  }

  void check_blocks(const Json& content, std::string_view role,
                    std::unordered_set<std::string>& calls) {
    bool thinks = false;
    bool other = false;
    for (const Json& block : content) {
      const std::string_view type = text_in(block, "type");
      if (type.empty()) {
        findings_.add(Rule::shape, "has a block without a type");
      } else if (type == "text") {
        if (is_blank(text_in(block, "text"))) findings_.add(Rule::empty, "has an empty text");
      } else if (type == "tool_use") {
        check_call(block, role, calls);
      } else if (type == "tool_result") {
        check_result(block, role, other);
      } else if (is_thinking(block)) {
        thinks = true;
        check_thinking(block, role);
      } else if ((type == "image" || type == "document") && !has_source(block)) {
        findings_.add(Rule::media, "has an " + std::string(type) + " without a source");
      }
      other = other || type != "tool_result";
    }
    if (thinks && !is_thinking(content.front())) {
      findings_.add(Rule::thinking, "has thinking, but not in front");
    }
    if (thinks && is_thinking(content.back())) {
      findings_.add(Rule::thinking, "ends with thinking");
    }
  }

  void check_call(const Json& block, std::string_view role,
                  std::unordered_set<std::string>& calls) {
    const std::string id(text_in(block, "id"));
    const auto input = block.find("input");
    if (role != "assistant") findings_.add(Rule::role, "has a call and is not the assistant's");
    if (id.empty() || text_in(block, "name").empty() || input == block.end() ||
        !input->is_object()) {
      findings_.add(Rule::shape, "has a call without id, name or input");
    }
    if (!ids_.insert(id).second) {
      findings_.add(Rule::pairing, "call " + id + " has the id of another call");
    }
    calls.insert(id);
  }

  void check_result(const Json& block, std::string_view role, bool after_other) {
    const std::string id(text_in(block, "tool_use_id"));
    if (role != "user") findings_.add(Rule::role, "has a result and is not the user's");
    if (after_other) findings_.add(Rule::order, "result " + id + " stands behind other content");
    if (open_.erase(id) == 0) {
      findings_.add(Rule::pairing, "result " + id + " has no call in the message before");
    }
    const auto content = block.find("content");
    if (content == block.end() || content->is_string() || content->is_null()) return;
    if (!content->is_array()) {
      findings_.add(Rule::shape, "result " + id + " is neither a text nor a list");
      return;
    }
    for (const Json& part : *content) {
      const std::string_view type = text_in(part, "type");
      if (type.empty()) findings_.add(Rule::shape, "result " + id + " has a block without a type");
      if (type == "text" && is_blank(text_in(part, "text"))) {
        findings_.add(Rule::empty, "result " + id + " has an empty text");
      }
      if (type == "image" && !has_source(part)) {
        findings_.add(Rule::media, "result " + id + " has an image without a source");
      }
    }
  }

  void check_thinking(const Json& block, std::string_view role) {
    if (role != "assistant") findings_.add(Rule::role, "has thinking and is not the assistant's");
    const bool whole = text_in(block, "type") == "thinking"
                           ? block.contains("thinking") && !text_in(block, "signature").empty()
                           : !text_in(block, "data").empty();
    if (!whole) findings_.add(Rule::thinking, "has thinking without its signature or data");
  }

  const MessageArray& array_;
  Findings& findings_;
  std::unordered_set<std::string> ids_;
  std::unordered_set<std::string> open_;
};

}  // namespace

void check_anthropic(const MessageArray& array, Findings& findings) {
  Checker(array, findings).run();
}

}  // namespace context_rot::curate
