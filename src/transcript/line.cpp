#include "transcript/line.h"

#include <algorithm>
#include <string>

#include "transcript/attachment_text.h"
#include "transcript/client_text.h"
#include "util/number.h"
#include "util/trim.h"

namespace context_rot::transcript {

namespace {

using Node = JsonText::Node;

/// A value in a line, for looking things up by key; may be none.
struct Value {
  const JsonText& json;
  Node node;

  bool is(JsonKind kind) const { return json.is(node, kind); }
  Value at(std::string_view key) const { return {json, json.find(node, key)}; }
  std::string text() const { return is(JsonKind::string) ? json.string(node) : std::string(); }
  std::string text(std::string_view key) const { return at(key).text(); }
  bool flag(std::string_view key) const {
    const Value value = at(key);
    return value.is(JsonKind::literal) && json.raw(value.node) == "true";
  }
  std::string_view raw() const { return json.raw(node); }
  /// As text(key), without a copy where there is no escape in it; else it is in `buffer`.
  std::string_view text(std::string_view key, std::string& buffer) const {
    return json.string_at(node, key, buffer);
  }
  bool has_text(std::string_view key, std::string_view wanted) const {
    std::string buffer;
    return text(key, buffer) == wanted;
  }
  /// What text() begins with, at least.
  std::string opening() const {
    if (!is(JsonKind::string)) return {};
    constexpr std::size_t enough = 256;  // of the longest opening that tells something, all escaped
    const std::string_view quoted = raw();
    return json_unescaped(quoted.substr(1, std::min(quoted.size() - 2, enough)));
  }

  /// Calls `each` for every element of an array; for none of another value.
  template <typename Each>
  void for_each(Each&& each) const {
    if (!is(JsonKind::array)) return;
    for (Node child = json.first_child(node); child != JsonText::none; child = json.next(child)) {
      each(Value{json, child});
    }
  }
};

/// A count of tokens: nothing unless it is a whole number in a range that no real count leaves.
std::optional<std::int64_t> tokens(Value value) {
  return value.is(JsonKind::number) ? parse_count(value.raw()) : std::nullopt;
}

Usage read_counts(Value usage) {
  return {tokens(usage.at("input_tokens")).value_or(0),
          tokens(usage.at("cache_creation_input_tokens")).value_or(0),
          tokens(usage.at("cache_read_input_tokens")).value_or(0),
          tokens(usage.at("output_tokens")).value_or(0)};
}

/// The usage of the last request of an answer: where a server tool made several of them,
/// `iterations` has one row each, and rows of helpers (advisor, compaction) do not count.
std::optional<Usage> read_usage(Value message) {
  const Value usage = message.at("usage");
  if (!usage.is(JsonKind::object)) return std::nullopt;
  std::optional<Usage> last;
  usage.at("iterations").for_each([&](Value iteration) {
    std::string buffer;
    if (!iteration.is(JsonKind::object) || !is_own_iteration(iteration.text("type", buffer))) {
      return;
    }
    last = read_counts(iteration);
  });
  return last ? last : read_counts(usage);
}

BlockKind block_kind(std::string_view type) {
  if (type == "text") return BlockKind::text;
  if (type == "thinking") return BlockKind::thinking;
  if (type == "redacted_thinking") return BlockKind::redacted_thinking;
  if (type == "tool_use") return BlockKind::tool_use;
  if (type == "tool_result") return BlockKind::tool_result;
  if (type == "image") return BlockKind::image;
  if (type == "document") return BlockKind::document;
  return BlockKind::other;
}

void count_image(Value image, Block& block) {
  ++block.images;
  const Value data = image.at("source").at("data");
  if (data.is(JsonKind::string)) block.image_bytes += data.raw().size() - 2;  // without quotes
}

/// A tool_result's content: a string, or blocks of text and images.
void read_result_content(Value content, Block& block) {
  block.text = content.text();
  bool first = true;
  content.for_each([&](Value part) {
    if (part.has_text("type", "image")) {
      count_image(part, block);
      return;
    }
    if (!first) block.text += '\n';
    first = false;
    block.text += part.text("text");
  });
}

Block read_block(Value value) {
  Block block;
  std::string buffer;
  block.kind = block_kind(value.text("type", buffer));
  switch (block.kind) {
    case BlockKind::thinking:
      block.text = value.text("thinking");
      break;
    case BlockKind::tool_use: {
      block.tool_use_id = value.text("id");
      block.tool_name = value.text("name");
      const Value input = value.at("input");
      if (input.node != JsonText::none) block.input = input.raw();
      break;
    }
    case BlockKind::tool_result:
      block.tool_use_id = value.text("tool_use_id");
      block.is_error = value.flag("is_error");
      read_result_content(value.at("content"), block);
      break;
    case BlockKind::image:
      count_image(value, block);
      break;
    default:
      block.text = value.text("text");
      break;
  }
  return block;
}

Block text_block(std::string text) {
  Block block;
  block.text = std::move(text);
  return block;
}

/// The blocks of a message whose content is a string or an array.
std::vector<Block> blocks_of(Value content) {
  std::vector<Block> blocks;
  if (content.is(JsonKind::string)) blocks.push_back(text_block(content.text()));
  content.for_each([&](Value value) {
    if (value.is(JsonKind::object)) blocks.push_back(read_block(value));
  });
  return blocks;
}

/// What tells the kinds of user lines apart: how the first text opens, and whether there is a
/// result.
struct ContentGist {
  std::string opening;
  bool has_tool_result = false;
};

ContentGist gist_of(Value content) {
  ContentGist gist;
  gist.opening = content.opening();
  content.for_each([&](Value value) {
    if (value.has_text("type", "tool_result")) gist.has_tool_result = true;
    if (gist.opening.empty() && value.has_text("type", "text")) {
      gist.opening = value.at("text").opening();
    }
  });
  return gist;
}

/// Whether a prompt comes from something else than a person, by what the client says of its origin
/// (peer, channel, auto-continuation, task-notification, ...). Older clients say nothing.
bool is_machines(Value origin) {
  const std::string kind = origin.text("kind");
  return !kind.empty() && kind != "human" && kind != "voice";
}

/// The kind of a user line. The text decides where the flags of newer clients are missing.
EntryKind user_kind(Value line, const ContentGist& gist) {
  if (gist.has_tool_result) return EntryKind::tool_result;
  if (line.flag("isCompactSummary")) return EntryKind::summary;
  if (line.flag("isMeta")) return EntryKind::meta;
  const std::string_view text = gist.opening;
  if (is_machines(line.at("origin")) || is_machine_message(text)) {
    return EntryKind::task_notification;
  }
  if (text.starts_with("<command-message>")) return EntryKind::skill_call;
  // Clients of 2.0.14 give what a hook prints to the model as a user line.
  if (starts_with_any(text, {"<user-prompt-submit-hook>", "<session-start-hook>"})) {
    return EntryKind::meta;
  }
  if (starts_with_any(text, {"<command-name>", "<local-command-", "<bash-input>", "<bash-stdout>",
                             "<bash-stderr>"})) {
    return EntryKind::local_command;
  }
  if (text.starts_with("[Request interrupted by user")) return EntryKind::interrupt;
  return EntryKind::prompt;
}

void read_user(Value line, Detail detail, Entry& entry) {
  entry.typed = entry.time;
  if (const auto sent = tokens(line.at("sentAtMs")); sent && *sent > 0) entry.typed = *sent;
  entry.queued = line.has_text("promptSource", "queued");
  const Value content = line.at("message").at("content");
  entry.kind = user_kind(line, gist_of(content));
  if (detail == Detail::content) entry.blocks = blocks_of(content);
}

void read_assistant(Value line, Detail detail, Entry& entry) {
  entry.kind = EntryKind::assistant;
  entry.api_error = line.flag("isApiErrorMessage");
  entry.aborted = line.flag("isAbortedMidStream");
  entry.requested_model = line.text("requestedModel");
  const Value message = line.at("message");
  entry.message_id = message.text("id");
  entry.model = message.text("model");
  entry.synthetic = entry.model == "<synthetic>";
  entry.usage = read_usage(message);
  if (detail == Detail::content) entry.blocks = blocks_of(message.at("content"));
}

void read_system(Value line, Detail detail, Entry& entry) {
  entry.label = line.text("subtype");
  entry.kind = EntryKind::system;
  if (entry.label == "compact_boundary") {
    entry.kind = EntryKind::boundary;
    const Value metadata = line.at("compactMetadata");
    entry.compaction =
        Compaction{metadata.has_text("trigger", "auto"), tokens(metadata.at("preTokens")),
                   tokens(metadata.at("postTokens"))};
  }
  if (detail == Detail::content) entry.blocks.push_back(text_block(line.text("content")));
}

void read_attachment(Value line, Detail detail, Entry& entry) {
  entry.kind = EntryKind::attachment;
  const Value attachment = line.at("attachment");
  entry.label = attachment.text("type");
  if (entry.label == "queued_command") {
    // Typed during a turn: the client writes no user line for it.
    // With an image in it the prompt is a list of blocks.
    const Value prompt = attachment.at("prompt");
    entry.queued = true;
    std::string buffer;
    entry.typed = parse_utc(attachment.text("timestamp", buffer)).value_or(entry.time);
    const bool machines = is_machines(attachment.at("origin")) ||
                          attachment.has_text("commandMode", "task-notification") ||
                          is_machine_message(gist_of(prompt).opening);
    entry.kind = machines ? EntryKind::task_notification : EntryKind::prompt;
    if (detail == Detail::content) entry.blocks = blocks_of(prompt);
    return;
  }
  if (entry.label == "model") {
    entry.requested_model = attachment.at("identity").text("modelId");
  }
  if (detail != Detail::content) return;
  // What the model gets is `rendered`, whatever else the line holds; where it is not there, the
  // client makes it anew.
  const Value rendered = line.at("rendered");
  rendered.for_each([&](Value part) {
    for (Block& block : blocks_of(part.at("content"))) entry.blocks.push_back(std::move(block));
  });
  entry.rendered = rendered.is(JsonKind::array);
  if (entry.rendered) return;
  for (std::string& text : attachment_texts(line.json)) {
    entry.blocks.push_back(text_block(std::move(text)));
  }
}

}  // namespace

bool is_own_iteration(std::string_view type) {
  return type != "advisor_message" && type != "compaction";
}

bool starts_prompt_hook(const Entry& entry) {
  return entry.kind == EntryKind::prompt || entry.kind == EntryKind::skill_call ||
         entry.kind == EntryKind::task_notification;
}

bool begins_turn(const Entry& entry) {
  return !entry.sidechain &&
         (entry.kind == EntryKind::prompt || entry.kind == EntryKind::skill_call);
}

bool is_model_answer(const Entry& entry) {
  return entry.kind == EntryKind::assistant && !entry.sidechain && !entry.synthetic &&
         !entry.api_error;
}

bool calls_tool(const Entry& entry) {
  return std::any_of(entry.blocks.begin(), entry.blocks.end(),
                     [](const Block& block) { return block.kind == BlockKind::tool_use; });
}

std::optional<Entry> read_entry(const JsonText& json, ByteRange range, Detail detail) {
  const Value line{json, JsonText::root};
  Entry entry;
  entry.lines.push_back({line.text("uuid"), range});
  std::string buffer;
  entry.time = parse_utc(line.text("timestamp", buffer)).value_or(0);
  entry.sidechain = line.flag("isSidechain");
  const std::string_view type = line.text("type", buffer);
  if (type == "user") {
    read_user(line, detail, entry);
  } else if (type == "assistant") {
    read_assistant(line, detail, entry);
  } else if (type == "system") {
    read_system(line, detail, entry);
  } else if (type == "attachment") {
    read_attachment(line, detail, entry);
  } else {
    return std::nullopt;
  }
  return entry;
}

}  // namespace context_rot::transcript
