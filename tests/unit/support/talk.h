#pragma once
// Conversations for tests, put together in memory.

#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "session/file_state.h"
#include "transcript/conversation.h"

namespace context_rot::test {

/// Files that are not there.
class MemoryFiles : public session::FileState {
 public:
  MemoryFiles& missing(const std::string& path) {
    files_[path].presence = session::Presence::missing;
    return *this;
  }
  MemoryFiles& present(const std::string& path, Milliseconds modified = 0, std::uint64_t size = 1) {
    files_[path] = {session::Presence::present, size, modified};
    return *this;
  }
  MemoryFiles& holding(const std::string& path, const std::string& text, Milliseconds modified) {
    texts_[path] = text;
    return present(path, modified, text.size());
  }
  std::optional<std::string> content(const std::string& path) const override {
    const auto place = texts_.find(path);
    return place == texts_.end() ? std::nullopt : std::optional(place->second);
  }
  session::FileFacts look(const std::string& path) const override {
    const auto place = files_.find(path);
    return place == files_.end() ? session::FileFacts() : place->second;
  }

 private:
  std::map<std::string, session::FileFacts> files_;
  std::map<std::string, std::string> texts_;
};

/// Adds entries one by one; each is a second later than the one before, the first at `start`.
/// What is added returns the index of its (last) entry.
class Talk {
 public:
  static constexpr Milliseconds start = 1000000;

  std::size_t prompt(const std::string& text) {
    return add(transcript::EntryKind::prompt, text_block(text));
  }
  std::size_t says(const std::string& text) {
    const std::size_t index = add(transcript::EntryKind::assistant, text_block(text));
    conversation.entries.back().message_id = "msg" + std::to_string(index);
    return index;
  }
  /// A call and its result; returns the entry of the result.
  std::size_t call(const std::string& tool, const nlohmann::ordered_json& input,
                   const std::string& result, bool is_error = false) {
    ask(tool, input);
    transcript::Block block;
    block.kind = transcript::BlockKind::tool_result;
    block.tool_use_id = "id" + std::to_string(calls_);
    block.text = result;
    block.is_error = is_error;
    return add(transcript::EntryKind::tool_result, block);
  }
  /// A call without a result.
  std::size_t ask(const std::string& tool, const nlohmann::ordered_json& input) {
    transcript::Block block;
    block.kind = transcript::BlockKind::tool_use;
    block.tool_use_id = "id" + std::to_string(++calls_);
    block.tool_name = tool;
    block.input = input.dump();
    const std::size_t index = add(transcript::EntryKind::assistant, block);
    conversation.entries.back().message_id = "msg" + std::to_string(index);
    return index;
  }
  std::size_t read(const std::string& path, const std::string& result = "1\tone\n") {
    return call("Read", {{"file_path", path}}, result);
  }
  std::size_t read_lines(const std::string& path, int offset, int limit) {
    return call("Read", {{"file_path", path}, {"offset", offset}, {"limit", limit}}, "7\tseven\n");
  }
  std::size_t edit(const std::string& path) {
    return call("Edit", {{"file_path", path}, {"old_string", "a"}, {"new_string", "b"}},
                "The file " + path + " has been updated successfully.");
  }
  std::size_t run(const std::string& command, const std::string& output) {
    return call("Bash", {{"command", command}}, output);
  }
  std::size_t fail(const std::string& command, const std::string& output = "Exit code 1\nboom") {
    return call("Bash", {{"command", command}}, output, true);
  }
  /// The usage of the newest entry of the assistant: tokens before it, and of it.
  void usage(std::int64_t context, std::int64_t output = 0) {
    for (std::size_t i = conversation.entries.size(); i-- > 0;) {
      auto& entry = conversation.entries[i];
      if (entry.kind != transcript::EntryKind::assistant) continue;
      entry.usage = transcript::Usage{3, 0, context - 3, output};
      return;
    }
  }
  std::size_t add(transcript::EntryKind kind, transcript::Block block) {
    transcript::Entry entry;
    entry.kind = kind;
    entry.time = entry.typed =
        start + 1000 * static_cast<Milliseconds>(conversation.entries.size());
    entry.lines.push_back({"uuid" + std::to_string(conversation.entries.size()), {}});
    entry.blocks.push_back(std::move(block));
    conversation.entries.push_back(std::move(entry));
    return conversation.entries.size() - 1;
  }
  static transcript::Block text_block(const std::string& text) {
    transcript::Block block;
    block.text = text;
    return block;
  }
  Milliseconds time_of(std::size_t entry) const { return conversation.entries.at(entry).time; }

  transcript::Conversation conversation;

 private:
  int calls_ = 0;
};

}  // namespace context_rot::test
