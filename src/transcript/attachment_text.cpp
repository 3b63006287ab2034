#include "transcript/attachment_text.h"

#include <string_view>

namespace context_rot::transcript {

namespace {

using Node = JsonText::Node;

std::string reminder(const std::string& text) {
  return "<system-reminder>\n" + text + "\n</system-reminder>";
}

std::string text_at(const JsonText& json, Node node, std::string_view key) {
  return json.string_at(node, key);
}

std::string raw_at(const JsonText& json, Node node, std::string_view key) {
  const Node child = json.find(node, key);
  return child == JsonText::none ? std::string() : std::string(json.raw(child));
}

/// A file as the client attached it: the call that it stands for, and what came of it.
std::vector<std::string> texts_of_file(const JsonText& json, Node attachment) {
  const Node file = json.find(json.find(attachment, "content"), "file");
  const std::string content = text_at(json, file, "content");
  if (content.empty()) return {};
  const std::string path = raw_at(json, attachment, "filename");
  return {reminder("Called the Read tool with the following input: {\"file_path\":" + path + "}"),
          reminder("Result of calling the Read tool:\n" + content)};
}

std::string joined_strings(const JsonText& json, Node array) {
  std::string out;
  if (!json.is(array, JsonKind::array)) return out;
  for (Node part = json.first_child(array); part != JsonText::none; part = json.next(part)) {
    if (!json.is(part, JsonKind::string)) continue;
    if (!out.empty()) out += '\n';
    out += json.string(part);
  }
  return out;
}

/// The text of any other attachment; empty where the model gets none.
std::string text_of(const JsonText& json, Node attachment) {
  const std::string type = text_at(json, attachment, "type");
  if (type == "edited_text_file") {
    return "Note: " + text_at(json, attachment, "filename") +
           " was modified, either by the user or by a linter. Here are the relevant changes (shown "
           "with line numbers):\n" +
           text_at(json, attachment, "snippet");
  }
  if (type == "task_reminder" || type == "todo_reminder" || type == "todo") {
    return "Here are the existing tasks:\n" + raw_at(json, attachment, "content");
  }
  if (type == "diagnostics") {
    return "The following new diagnostic issues were detected:\n" +
           raw_at(json, attachment, "files");
  }
  const std::string hook = text_at(json, attachment, "hookName");
  if (type == "hook_blocking_error") {
    const Node error = json.find(attachment, "blockingError");
    return hook + " hook blocking error from command: " + text_at(json, error, "blockingError");
  }
  if (type == "hook_additional_context") {
    const std::string said = joined_strings(json, json.find(attachment, "content"));
    return said.empty() ? said : hook + " hook additional context: " + said;
  }
  if (type == "hook_success") {
    const std::string event = text_at(json, attachment, "hookEvent");
    const std::string said = text_at(json, attachment, "content");
    const bool sent = event == "SessionStart" || event == "UserPromptSubmit";
    return !sent || said.empty() ? std::string() : hook + " hook success: " + said;
  }
  if (type == "selected_lines_in_ide") {
    return "The user selected lines of " + text_at(json, attachment, "filename") + ":\n" +
           text_at(json, attachment, "content");
  }
  return {};
}

}  // namespace

std::vector<std::string> attachment_texts(const JsonText& line) {
  const Node attachment = line.find(JsonText::root, "attachment");
  if (!line.is(attachment, JsonKind::object)) return {};
  if (text_at(line, attachment, "type") == "file") return texts_of_file(line, attachment);
  const std::string text = text_of(line, attachment);
  if (text.empty()) return {};
  return {reminder(text)};
}

}  // namespace context_rot::transcript
