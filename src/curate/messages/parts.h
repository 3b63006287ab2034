#pragma once
// What a message is made of, the same way for every format.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "curate/messages/message_list.h"

namespace context_rot::curate {

enum class Role : std::uint8_t { system, memory, user, assistant, tool, other };

/// The role; "developer" is system, "function" and "observation" are tool, "human" is user, "ai"
/// and "model" are assistant. A message marked as memory (role, type or name "memory", or a
/// member "memory": true) is memory. `other` for what is none of these, or no object.
Role role_of(const Json& message);

/// The same without looking for marks: who speaks. Memory only under a role of that name.
Role voice_of(const Json& message);

/// Where a call or a result stands: the index of its block or tool call, or the whole message.
constexpr std::size_t whole_message = static_cast<std::size_t>(-1);

/// One call of a tool.
struct Call {
  std::size_t slot = 0;
  std::string id;  ///< of a function_call its name
  std::string name;
};

/// One result; `id` is that of its call.
struct ToolResult {
  std::size_t slot = 0;
  std::string id;
};

/// The calls an assistant's message makes, in order.
std::vector<Call> calls_of(const Json& message, Format format);
/// The results a message brings, in order.
std::vector<ToolResult> results_of(const Json& message, Format format);

/// The block or message that holds a result.
const Json& result_at(const Json& message, std::size_t slot);

/// The text of a content (a text, or a list of blocks), its parts joined by line feeds. Results
/// inside count; images, thinking and calls do not.
std::string text_of_content(const Json& content);
/// The text of a message.
std::string text_of(const Json& message);
/// That and everything its calls say: what it mentions.
std::string mentions_of(const Json& message);

/// Whether somebody has written this message to the model: role user, no results in it.
bool is_prompt(const Json& message, Format format);

/// Whether a block is one of the two kinds of thinking.
bool is_thinking(const Json& block);
/// Whether a block is an image, a document or a sound, of either format.
bool is_media(const Json& block);

/// The member of that name if it is a text, else an empty text. `value` may be of any kind.
std::string_view text_in(const Json& value, const char* key);

}  // namespace context_rot::curate
