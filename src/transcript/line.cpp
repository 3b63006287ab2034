#include "transcript/line.h"

#include <simdjson.h>

#include <algorithm>
#include <string>

#include "util/utf8.h"

namespace context_rot::transcript {

namespace dom = simdjson::dom;

namespace {

std::string_view text_at(dom::object object, std::string_view key) {
  std::string_view text;
  return object.at_key(key).get_string().get(text) ? std::string_view() : text;
}

bool flag_at(dom::object object, std::string_view key) {
  bool flag = false;
  return !object.at_key(key).get_bool().get(flag) && flag;
}

/// A count of tokens: nothing unless it is a whole number in a range that no real count leaves.
std::optional<std::int64_t> tokens_at(dom::object object, std::string_view key) {
  constexpr std::int64_t most = 999'999'999'999'999;
  std::int64_t value = 0;
  if (object.at_key(key).get_int64().get(value) || value < 0 || value > most) return std::nullopt;
  return value;
}

std::optional<Milliseconds> time_at(dom::object object, std::string_view key) {
  return parse_utc(text_at(object, key));
}

Usage read_counts(dom::object usage) {
  return {tokens_at(usage, "input_tokens").value_or(0),
          tokens_at(usage, "cache_creation_input_tokens").value_or(0),
          tokens_at(usage, "cache_read_input_tokens").value_or(0),
          tokens_at(usage, "output_tokens").value_or(0)};
}

/// The usage of the last request of an answer: where a server tool made several of them,
/// `iterations` has one row each, and rows of helpers (advisor, compaction) do not count.
std::optional<Usage> read_usage(dom::object message) {
  dom::object usage;
  if (message.at_key("usage").get_object().get(usage)) return std::nullopt;
  std::optional<Usage> last;
  dom::array iterations;
  if (!usage.at_key("iterations").get_array().get(iterations)) {
    for (const dom::element element : iterations) {
      dom::object iteration;
      if (element.get_object().get(iteration)) continue;
      const std::string_view type = text_at(iteration, "type");
      if (type == "advisor_message" || type == "compaction") continue;
      last = read_counts(iteration);
    }
  }
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

void count_image(dom::object image, Block& block) {
  ++block.images;
  dom::object source;
  if (!image.at_key("source").get_object().get(source)) {
    block.image_bytes += text_at(source, "data").size();
  }
}

/// A tool_result's content: a string, or blocks of text and images.
void read_result_content(dom::object object, Block& block) {
  dom::element content;
  if (object.at_key("content").get(content)) return;
  std::string_view text;
  if (!content.get_string().get(text)) {
    block.text = text;
    return;
  }
  dom::array parts;
  if (content.get_array().get(parts)) return;
  bool first = true;
  for (const dom::element element : parts) {
    dom::object part;
    if (element.get_object().get(part)) continue;
    if (text_at(part, "type") == "image") {
      count_image(part, block);
      continue;
    }
    if (!first) block.text += '\n';
    first = false;
    block.text += text_at(part, "text");
  }
}

Block read_block(dom::object object) {
  Block block;
  block.kind = block_kind(text_at(object, "type"));
  switch (block.kind) {
    case BlockKind::thinking:
      block.text = text_at(object, "thinking");
      break;
    case BlockKind::tool_use: {
      block.tool_use_id = text_at(object, "id");
      block.tool_name = text_at(object, "name");
      dom::element input;
      if (!object.at_key("input").get(input)) block.input = simdjson::minify(input);
      break;
    }
    case BlockKind::tool_result:
      block.tool_use_id = text_at(object, "tool_use_id");
      block.is_error = flag_at(object, "is_error");
      read_result_content(object, block);
      break;
    case BlockKind::image:
      count_image(object, block);
      break;
    default:
      block.text = text_at(object, "text");
      break;
  }
  return block;
}

Block text_block(std::string_view text) {
  Block block;
  block.text = text;
  return block;
}

/// The blocks of a message whose content is a string or an array.
std::vector<Block> read_content(dom::element content) {
  std::vector<Block> blocks;
  std::string_view text;
  if (!content.get_string().get(text)) {
    blocks.push_back(text_block(text));
    return blocks;
  }
  dom::array array;
  if (content.get_array().get(array)) return blocks;
  for (const dom::element element : array) {
    dom::object object;
    if (!element.get_object().get(object)) blocks.push_back(read_block(object));
  }
  return blocks;
}

/// What tells the kinds of user lines apart: the first text, and whether there is a result.
struct ContentGist {
  std::string_view first_text;
  bool has_tool_result = false;
};

ContentGist gist_of(dom::element content) {
  ContentGist gist;
  if (!content.get_string().get(gist.first_text)) return gist;
  dom::array array;
  if (content.get_array().get(array)) return gist;
  for (const dom::element element : array) {
    dom::object object;
    if (element.get_object().get(object)) continue;
    const std::string_view type = text_at(object, "type");
    if (type == "tool_result") gist.has_tool_result = true;
    if (type == "text" && gist.first_text.empty()) gist.first_text = text_at(object, "text");
  }
  return gist;
}

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
  return std::any_of(prefixes.begin(), prefixes.end(),
                     [&](std::string_view prefix) { return text.starts_with(prefix); });
}

/// The kind of a user line. The text decides where the flags of newer clients are missing.
EntryKind user_kind(dom::object line, const ContentGist& gist) {
  if (gist.has_tool_result) return EntryKind::tool_result;
  if (flag_at(line, "isCompactSummary")) return EntryKind::summary;
  if (flag_at(line, "isMeta")) return EntryKind::meta;
  dom::object origin;
  if (!line.at_key("origin").get_object().get(origin) &&
      text_at(origin, "kind") == "task-notification") {
    return EntryKind::task_notification;
  }
  const std::string_view text = gist.first_text;
  if (text.starts_with("<task-notification>")) return EntryKind::task_notification;
  if (text.starts_with("<command-message>")) return EntryKind::skill_call;
  if (starts_with_any(text, {"<command-name>", "<local-command-", "<bash-input>", "<bash-stdout>",
                             "<bash-stderr>"})) {
    return EntryKind::local_command;
  }
  if (text.starts_with("[Request interrupted by user")) return EntryKind::interrupt;
  return EntryKind::prompt;
}

void read_user(dom::object line, Detail detail, Entry& entry) {
  entry.kind = EntryKind::prompt;
  entry.typed = entry.time;
  if (std::int64_t sent = 0; !line.at_key("sentAtMs").get_int64().get(sent) && sent > 0) {
    entry.typed = sent;
  }
  entry.queued = text_at(line, "promptSource") == "queued";
  dom::element content;
  if (line.at_key("message").at_key("content").get(content)) return;
  entry.kind = user_kind(line, gist_of(content));
  if (detail == Detail::content) entry.blocks = read_content(content);
}

void read_assistant(dom::object line, Detail detail, Entry& entry) {
  entry.kind = EntryKind::assistant;
  entry.api_error = flag_at(line, "isApiErrorMessage");
  entry.aborted = flag_at(line, "isAbortedMidStream");
  entry.requested_model = text_at(line, "requestedModel");
  dom::object message;
  if (line.at_key("message").get_object().get(message)) return;
  entry.message_id = text_at(message, "id");
  entry.model = text_at(message, "model");
  entry.synthetic = entry.model == "<synthetic>";
  entry.usage = read_usage(message);
  dom::element content;
  if (detail == Detail::content && !message.at_key("content").get(content)) {
    entry.blocks = read_content(content);
  }
}

void read_system(dom::object line, Detail detail, Entry& entry) {
  entry.label = text_at(line, "subtype");
  entry.kind = EntryKind::system;
  if (entry.label == "compact_boundary") {
    entry.kind = EntryKind::boundary;
    Compaction compaction;
    dom::object metadata;
    if (!line.at_key("compactMetadata").get_object().get(metadata)) {
      compaction.automatic = text_at(metadata, "trigger") == "auto";
      compaction.pre_tokens = tokens_at(metadata, "preTokens");
      compaction.post_tokens = tokens_at(metadata, "postTokens");
    }
    entry.compaction = compaction;
  }
  if (detail == Detail::content) entry.blocks.push_back(text_block(text_at(line, "content")));
}

/// The text of an attachment as the model gets it: `rendered`, whatever else the line holds.
void read_rendered(dom::object line, Entry& entry) {
  dom::array rendered;
  if (line.at_key("rendered").get_array().get(rendered)) return;
  for (const dom::element element : rendered) {
    dom::object part;
    if (element.get_object().get(part)) continue;
    dom::element content;
    if (part.at_key("content").get(content)) continue;
    for (Block& block : read_content(content)) entry.blocks.push_back(std::move(block));
  }
}

void read_attachment(dom::object line, Detail detail, Entry& entry) {
  entry.kind = EntryKind::attachment;
  dom::object attachment;
  if (line.at_key("attachment").get_object().get(attachment)) return;
  entry.label = text_at(attachment, "type");
  if (entry.label == "queued_command") {
    // Typed during a turn: the client writes no user line for it.
    const std::string_view prompt = text_at(attachment, "prompt");
    entry.queued = true;
    entry.typed = time_at(attachment, "timestamp").value_or(entry.time);
    entry.kind = prompt.starts_with("<task-notification>") ? EntryKind::task_notification
                                                           : EntryKind::prompt;
    if (detail == Detail::content) entry.blocks.push_back(text_block(prompt));
    return;
  }
  if (entry.label == "model") {
    dom::object identity;
    if (!attachment.at_key("identity").get_object().get(identity)) {
      entry.requested_model = text_at(identity, "modelId");
    }
  }
  if (detail == Detail::content) read_rendered(line, entry);
}

}  // namespace

bool starts_prompt_hook(const Entry& entry) {
  return entry.kind == EntryKind::prompt || entry.kind == EntryKind::skill_call ||
         entry.kind == EntryKind::task_notification;
}

struct LineParser::Parser {
  dom::parser parser;
  std::string repaired;

  std::optional<dom::object> object(std::string_view line) {
    dom::object object;
    // The caller's buffer is padded, so the parser need not copy.
    auto error = parser.parse(line.data(), line.size(), false).get_object().get(object);
    if (error == simdjson::UTF8_ERROR || error == simdjson::STRING_ERROR) {
      repaired = repair_json_text(line);
      repaired.reserve(repaired.size() + line_padding);
      error = parser.parse(repaired.data(), repaired.size(), false).get_object().get(object);
    }
    if (error) return std::nullopt;
    return object;
  }
};

LineParser::LineParser() : parser_(std::make_unique<Parser>()) {}
LineParser::LineParser(LineParser&&) noexcept = default;
LineParser::~LineParser() = default;

std::optional<Entry> LineParser::parse(std::string_view line, ByteRange range, Detail detail) {
  const std::size_t last = line.find_last_not_of('\0');
  const auto found = parser_->object(line.substr(0, last == std::string_view::npos ? 0 : last + 1));
  if (!found) return std::nullopt;
  Entry entry;
  entry.lines.push_back({std::string(text_at(*found, "uuid")), range});
  entry.time = time_at(*found, "timestamp").value_or(0);
  entry.sidechain = flag_at(*found, "isSidechain");
  const std::string_view type = text_at(*found, "type");
  if (type == "user") {
    read_user(*found, detail, entry);
  } else if (type == "assistant") {
    read_assistant(*found, detail, entry);
  } else if (type == "system") {
    read_system(*found, detail, entry);
  } else if (type == "attachment") {
    read_attachment(*found, detail, entry);
  } else {
    return std::nullopt;
  }
  return entry;
}

}  // namespace context_rot::transcript
