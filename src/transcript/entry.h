#pragma once
// One message (or attachment, or system line) of a conversation, as the model will see it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "util/line_reader.h"
#include "util/time.h"

namespace context_rot::transcript {

enum class EntryKind : std::uint8_t {
  prompt,             ///< typed or sent by a person; a message typed mid-turn too
  skill_call,         ///< a person's /skill, as the client writes it (<command-message>)
  task_notification,  ///< a prompt of a machine: a task that ended, an agent, a channel, a schedule
  local_command,      ///< /model, /compact, `!cmd` and what they printed
  interrupt,          ///< "[Request interrupted by user]"
  meta,               ///< written by the client: skill bodies, hook feedback, caveats
  tool_result,
  summary,    ///< what a compaction left
  assistant,  ///< all lines of one message.id
  boundary,   ///< compact_boundary
  system,
  attachment,
};

/// What the API reported for one answer, in tokens.
struct Usage {
  std::int64_t input = 0;
  std::int64_t cache_creation = 0;
  std::int64_t cache_read = 0;
  std::int64_t output = 0;

  /// Tokens in the window before the answer: the definition of the client's status line.
  std::int64_t context() const { return input + cache_creation + cache_read; }
  bool is_zero() const { return context() == 0 && output == 0; }
  bool operator==(const Usage&) const = default;
};

enum class BlockKind : std::uint8_t {
  text,
  thinking,
  redacted_thinking,
  tool_use,
  tool_result,
  image,
  document,
  other,
};

/// One content block. `text` is UTF-8, broken text repaired.
struct Block {
  BlockKind kind = BlockKind::text;
  std::string text;          ///< text, thinking, the text parts of a tool_result joined by "\n"
  std::string tool_use_id;   ///< tool_use and tool_result
  std::string tool_name;     ///< tool_use
  std::string input;         ///< tool_use: the input as JSON text
  bool is_error = false;     ///< tool_result
  std::uint32_t images = 0;  ///< images in it (an image block counts itself)
  std::uint64_t image_bytes = 0;  ///< their base64 length
};

/// compactMetadata of a boundary, in tokens.
struct Compaction {
  bool automatic = false;
  std::optional<std::int64_t> pre_tokens;
  std::optional<std::int64_t> post_tokens;
};

/// A line of the file that an entry was read from.
struct SourceLine {
  std::string uuid;
  ByteRange range;  ///< in the file, without the end of line: copy it to copy the line exactly
};

/// A message with all that is known of it. Which fields mean something depends on `kind`.
struct Entry {
  EntryKind kind = EntryKind::system;
  std::vector<SourceLine> lines;  ///< in file order; several only for an assistant message
  std::vector<Block> blocks;      ///< empty where the conversation was read for its headers only
  Milliseconds time = 0;          ///< when it was written; 0 if the line does not say
  /// prompt kinds: when it was typed, which for a message typed during a turn is earlier
  Milliseconds typed = 0;
  bool preserved = false;  ///< kept by the boundary: its usage speaks of an earlier window
  bool sidechain = false;
  bool queued = false;     ///< prompt: typed while a turn ran
  bool synthetic = false;  ///< assistant: written by the client, not by the model
  bool api_error = false;  ///< assistant: stands for an error of the API
  bool aborted = false;    ///< assistant: interrupted while it was streamed
  bool rendered = false;   ///< attachment: its line holds the text that the model gets
  std::string message_id;  ///< assistant
  std::string model;       ///< assistant: as the API names it, "[1m]" lost
  /// assistant: as asked for, with "[1m]"; attachment `model`: as the client told the model
  std::string requested_model;
  std::optional<Usage> usage;            ///< assistant
  std::optional<Compaction> compaction;  ///< boundary
  std::string label;                     ///< system: subtype; attachment: its type
};

/// Whether the client runs UserPromptSubmit hooks for such an entry.
bool starts_prompt_hook(const Entry& entry);

/// Whether a turn of the main conversation begins with it: what a person typed, sent, or called a
/// skill with.
bool begins_turn(const Entry& entry);

/// Whether the model gave this answer in the main conversation: no filler and no error that the
/// client wrote, and no subagent's.
bool is_model_answer(const Entry& entry);

/// Whether one of its blocks is a call of a tool. Needs Detail::content.
bool calls_tool(const Entry& entry);

}  // namespace context_rot::transcript
