#include "live/tool_output.h"

#include <algorithm>
#include <array>

#include "live/telling_lines.h"
#include "live/trimmed_text.h"

namespace context_rot::live {

namespace {

using nlohmann::json;

constexpr std::size_t most_numbers = 8;

bool is_text(const json& object, const char* key) {
  const auto place = object.find(key);
  return place != object.end() && place->is_string();
}

bool is_count(const json& object, const char* key) {
  const auto place = object.find(key);
  return place != object.end() && place->is_number_integer() && *place >= 0;
}

bool is_false(const json& object, const char* key) {
  const auto place = object.find(key);
  return place != object.end() && place->is_boolean() && !place->get<bool>();
}

template <std::size_t count>
bool has_only(const json& object, const std::array<std::string_view, count>& keys) {
  for (const auto& member : object.items()) {
    if (std::find(keys.begin(), keys.end(), member.key()) == keys.end()) return false;
  }
  return true;
}

bool is_bash(const json& response) {
  // The last four do not go to the model, or are a sentence of their own.
  static constexpr std::array<std::string_view, 9> keys{"stdout",
                                                        "stderr",
                                                        "interrupted",
                                                        "isImage",
                                                        "noOutputExpected",
                                                        "gitOperation",
                                                        "bashEditDiff",
                                                        "dangerouslyDisableSandbox",
                                                        "returnCodeInterpretation"};
  return has_only(response, keys) && is_text(response, "stdout") && is_text(response, "stderr") &&
         is_false(response, "interrupted") && is_false(response, "isImage");
}

bool is_grep(const json& response) {
  static constexpr std::array<std::string_view, 9> keys{
      "mode",       "numFiles",     "filenames",     "content",   "numLines",
      "totalLines", "appliedLimit", "appliedOffset", "numMatches"};
  return has_only(response, keys) && is_text(response, "content") && is_text(response, "mode") &&
         (response["mode"] == "content" || response["mode"] == "count");
}

bool is_read(const json& response) {
  static constexpr std::array<std::string_view, 2> keys{"type", "file"};
  static constexpr std::array<std::string_view, 5> of_file{"filePath", "content", "numLines",
                                                           "startLine", "totalLines"};
  if (!has_only(response, keys) || !is_text(response, "type") || response["type"] != "text")
    return false;
  const auto file = response.find("file");
  return file != response.end() && file->is_object() && has_only(*file, of_file) &&
         is_text(*file, "filePath") && is_text(*file, "content") && is_count(*file, "numLines") &&
         is_count(*file, "startLine") && is_count(*file, "totalLines");
}

/// "12, 40 and 7 more"
std::string numbers_of(const std::vector<TellingLine>& lines, std::int64_t before) {
  std::string out;
  std::size_t listed = 0;
  std::size_t failures = 0;
  for (const TellingLine& line : lines) {
    if (line.telling != Telling::failure) continue;
    if (++failures > most_numbers) continue;
    if (listed++ > 0) out += ", ";
    out += std::to_string(before + static_cast<std::int64_t>(line.number));
  }
  if (failures > most_numbers) out += " and more";
  return out;
}

}  // namespace

OutputShape shape_of(const ToolOutput& output) {
  if (!output.response.is_object()) return OutputShape::unknown;
  if (output.tool == "Bash" && is_bash(output.response)) return OutputShape::bash;
  if (output.tool == "Grep" && is_grep(output.response)) return OutputShape::grep;
  if (output.tool == "Read" && is_read(output.response)) return OutputShape::read;
  return OutputShape::unknown;
}

std::string_view text_of(const ToolOutput& output, OutputShape shape) {
  switch (shape) {
    case OutputShape::bash:
      return output.response["stdout"].get_ref<const std::string&>();
    case OutputShape::grep:
      return output.response["content"].get_ref<const std::string&>();
    case OutputShape::read:
      return output.response["file"]["content"].get_ref<const std::string&>();
    case OutputShape::unknown:
      break;
  }
  return {};
}

bool is_deliberate(const ToolOutput& output, std::string_view folder) {
  if (!output.input.is_object()) return true;
  if (output.tool == "Read") {
    for (const char* key : {"offset", "limit", "pages", "allow_large"}) {
      if (output.input.contains(key)) return true;
    }
  }
  return std::any_of(output.input.begin(), output.input.end(), [&](const json& value) {
    return value.is_string() && !folder.empty() &&
           value.get_ref<const std::string&>().find(folder) != std::string::npos;
  });
}

json with_text(const ToolOutput& output, OutputShape shape, std::string text) {
  json changed = output.response;
  changed[shape == OutputShape::bash ? "stdout" : "content"] = std::move(text);
  return changed;
}

std::optional<json> shortened_read(const ToolOutput& output, std::size_t keep) {
  const std::string_view content = text_of(output, OutputShape::read);
  FileHead head = file_head(content, keep);
  if (head.lines == 0) return std::nullopt;
  const json& file = output.response["file"];
  const auto start = file["startLine"].get<std::int64_t>();
  const std::int64_t first = start + static_cast<std::int64_t>(head.lines);
  const std::int64_t last = start + file["numLines"].get<std::int64_t>() - 1;
  std::string note = std::string(trim_mark) + " lines " + std::to_string(first) + " to " +
                     std::to_string(last) + " of this file are left out here. ";
  const std::string numbers =
      numbers_of(telling_lines(content.substr(head.text.size() + 1), most_numbers + 1), first - 1);
  if (!numbers.empty()) note += "Of those, these look like errors: " + numbers + ". ";
  note += "Read with offset and limit shows the ones you need.]";
  json changed = output.response;
  changed["file"]["content"] = std::move(head.text) + "\n" + note;
  changed["file"]["numLines"] = head.lines + 1;
  return changed;
}

json read_note(const ToolOutput& output, std::string note) {
  json changed = output.response;
  changed["file"]["content"] = std::move(note);
  changed["file"]["numLines"] = 1;
  return changed;
}

}  // namespace context_rot::live
