#include <unordered_set>

#include "curate/messages/parts.h"
#include "curate/messages/rules.h"

namespace context_rot::curate {

namespace {

void check_content(const Json& message, bool may_be_missing, Findings& findings) {
  const auto content = message.find("content");
  if (content == message.end() || content->is_null()) {
    if (!may_be_missing) findings.add(Rule::empty, "has no content");
    return;
  }
  if (content->is_string()) return;
  if (!content->is_array() || content->empty()) {
    findings.add(Rule::empty, "has an empty content");
    return;
  }
  for (const Json& part : *content) {
    const std::string_view type = text_in(part, "type");
    if (type.empty()) findings.add(Rule::shape, "has a part without a type");
    if (type != "image_url") continue;
    const auto image = part.find("image_url");
    if (image == part.end() || text_in(*image, "url").empty()) {
      findings.add(Rule::media, "has an image without an address");
    }
  }
}

/// Adds the ids of the calls of an answer to `calls`.
void check_calls(const Json& message, std::unordered_set<std::string>& calls, Findings& findings) {
  const auto list = message.find("tool_calls");
  if (list == message.end() || list->is_null()) return;
  if (!list->is_array() || list->empty()) {
    findings.add(Rule::empty, "has an empty list of calls");
    return;
  }
  for (const Json& call : *list) {
    const std::string id(text_in(call, "id"));
    const auto function = call.is_object() ? call.find("function") : call.end();
    const bool is_function = text_in(call, "type") == "function" || id.empty();
    if (id.empty() ||
        (is_function && (function == call.end() || text_in(*function, "name").empty() ||
                         !function->contains("arguments")))) {
      findings.add(Rule::shape, "has a call without id, name or arguments");
    }
    if (!calls.insert(id).second) {
      findings.add(Rule::pairing, "call " + id + " has the id of another call");
    }
  }
}

}  // namespace

void check_openai(const MessageArray& array, Findings& findings) {
  std::unordered_set<std::string> open;
  std::size_t answer = 0;
  std::string function;  // that the message before has called in the old way
  const auto unanswered = [&] {
    for (const std::string& id : open) {
      findings.add(answer, Rule::pairing, "call " + id + " has no result behind it");
    }
    open.clear();
  };
  for (std::size_t i = 0; i < array.messages.size(); ++i) {
    findings.at(i);
    const Json& message = array.messages[i].json;
    if (!message.is_object()) {
      findings.add(Rule::shape, "is no object");
      unanswered();
      continue;
    }
    const std::string_view role = text_in(message, "role");
    if (role == "tool") {
      const std::string id(text_in(message, "tool_call_id"));
      if (open.erase(id) == 0) {
        findings.add(Rule::pairing, "result " + id + " has no call in front of it");
      }
      check_content(message, false, findings);
      continue;
    }
    unanswered();
    if (role == "assistant") {
      answer = i;
      check_calls(message, open, findings);
      const auto legacy = message.find("function_call");
      const bool calls_function = legacy != message.end() && legacy->is_object();
      check_content(message,
                    !open.empty() || calls_function || !text_in(message, "refusal").empty() ||
                        message.contains("audio"),
                    findings);
      function = calls_function ? text_in(*legacy, "name") : std::string_view();
      if (calls_function && function.empty()) findings.add(Rule::shape, "calls without a name");
      continue;
    }
    if (role == "function") {
      const std::string_view name = text_in(message, "name");
      if (name.empty() || name != function) {
        findings.add(Rule::pairing, "result " + std::string(name) + " has no call in front of it");
      }
    } else if (role != "system" && role != "developer" && role != "user") {
      findings.add(Rule::role, "has no role of this format");
    }
    function.clear();
    check_content(message, false, findings);
  }
  unanswered();
}

}  // namespace context_rot::curate
