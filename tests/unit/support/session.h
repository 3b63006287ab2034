#pragma once
// Transcripts for tests, written as short text.

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>

#include "util/time.h"

namespace context_rot::test {

/// A folder of its own that goes with the test.
class TempFolder {
 public:
  TempFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "context-rot-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) std::abort();
    path_ = name;
  }
  TempFolder(const TempFolder&) = delete;
  TempFolder& operator=(const TempFolder&) = delete;
  ~TempFolder() {
    std::error_code error;
    std::filesystem::remove_all(path_, error);
  }

  const std::filesystem::path& path() const { return path_; }

  std::filesystem::path write(const std::string& name, std::string_view content) const {
    const auto file = path_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file;
  }

 private:
  std::filesystem::path path_;
};

inline std::string content_of(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

/// One transcript line from "TYPE ID PARENT [word | key=value]...". Types: user, assistant,
/// system, attachment, boundary, progress, last-prompt (ID is the leaf), raw (the rest of the
/// line as it is). "-" is null. Words: sidechain, meta, summary, explicit, synthetic, error.
/// Keys: t (seconds), msg, model, requested, use (tokens), out, source, tool, result, text,
/// post, pre, trigger, anchor, uuids (a,b), head, tail, type, prompt.
inline std::string transcript_line(const std::string& text) {
  using nlohmann::ordered_json;
  std::istringstream words(text);
  std::string type, id, parent;
  words >> type >> id;
  if (type == "raw") return text.substr(text.find("raw ") + 4);
  if (type != "last-prompt") words >> parent;
  const auto nullable = [](const std::string& value) {
    return value == "-" ? ordered_json(nullptr) : ordered_json(value);
  };
  ordered_json line;
  ordered_json message = ordered_json::object();
  ordered_json metadata = ordered_json::object();
  ordered_json preserved = ordered_json::object();
  ordered_json segment = ordered_json::object();
  ordered_json content = ordered_json::array();
  const auto tokens = [&](const std::string& value) {
    message["usage"]["input_tokens"] = std::stoll(value);
  };
  for (std::string word; words >> word;) {
    const auto eq = word.find('=');
    const std::string key = word.substr(0, eq);
    const std::string value = eq == std::string::npos ? "" : word.substr(eq + 1);
    if (key == "sidechain")
      line["isSidechain"] = true;
    else if (key == "meta")
      line["isMeta"] = true;
    else if (key == "summary")
      line["isCompactSummary"] = true;
    else if (key == "explicit")
      line["explicit"] = true;
    else if (key == "synthetic")
      message["model"] = "<synthetic>";
    else if (key == "error")
      line["isApiErrorMessage"] = true;
    else if (key == "t")
      line["timestamp"] = format_utc(static_cast<Milliseconds>(std::stod(value) * 1000));
    else if (key == "msg")
      message["id"] = value;
    else if (key == "model")
      message["model"] = value;
    else if (key == "requested")
      line["requestedModel"] = value;
    else if (key == "use")
      tokens(value);
    else if (key == "out")
      message["usage"]["output_tokens"] = std::stoll(value);
    else if (key == "source")
      line["sourceToolAssistantUUID"] = value;
    else if (key == "tool")
      content.push_back(
          {{"type", "tool_use"}, {"id", value}, {"name", "Read"}, {"input", {{"file_path", "a"}}}});
    else if (key == "result")
      content.push_back({{"type", "tool_result"}, {"tool_use_id", value}, {"content", "ok"}});
    else if (key == "text")
      content.push_back({{"type", "text"}, {"text", value}});
    else if (key == "post")
      metadata["postTokens"] = std::stoll(value);
    else if (key == "pre")
      metadata["preTokens"] = std::stoll(value);
    else if (key == "trigger")
      metadata["trigger"] = value;
    else if (key == "anchor")
      preserved["anchorUuid"] = segment["anchorUuid"] = value;
    else if (key == "uuids") {
      preserved["uuids"] = ordered_json::array();
      std::istringstream list(value);
      for (std::string uuid; std::getline(list, uuid, ',');) preserved["uuids"].push_back(uuid);
    } else if (key == "head")
      segment["headUuid"] = value;
    else if (key == "tail")
      segment["tailUuid"] = value;
    else if (key == "type")
      line["attachment"]["type"] = value;
    else if (key == "prompt")
      line["attachment"]["prompt"] = value;
    else if (key == "typed")
      line["attachment"]["timestamp"] =
          format_utc(static_cast<Milliseconds>(std::stod(value) * 1000));
    else
      std::abort();  // a word this grammar does not know
  }
  if (type == "last-prompt") {
    line["type"] = type;
    line["leafUuid"] = nullable(id);
    return line.dump();
  }
  if (!content.empty())
    message["content"] = content;
  else if (!message.contains("content"))
    message["content"] = id;
  line["message"] = message;
  line["uuid"] = id;
  line["parentUuid"] = nullable(parent);
  line["type"] = type == "boundary" ? "system" : type;
  if (type == "boundary") {
    line["subtype"] = "compact_boundary";
    if (preserved.contains("uuids")) metadata["preservedMessages"] = preserved;
    if (segment.contains("headUuid")) metadata["preservedSegment"] = segment;
    line["compactMetadata"] = metadata;
  }
  return line.dump();
}

/// All lines of a transcript, one per line of `text`; blank lines are left out.
inline std::string transcript(const std::string& text) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    const auto begin = line.find_first_not_of(" \t");
    if (begin == std::string::npos) continue;
    out += transcript_line(line.substr(begin)) + "\n";
  }
  return out;
}

}  // namespace context_rot::test
