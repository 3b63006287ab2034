#pragma once
// The API's rules for a list of messages, as code.

#include <cstdint>
#include <string>
#include <vector>

#include "curate/messages/message_list.h"

namespace context_rot::curate {

enum class Rule : std::uint8_t {
  shape,     ///< a message is an object, a block has a type, members have their kinds
  role,      ///< the roles of the format; the first message is the user's
  empty,     ///< no list, message, block or text without content
  pairing,   ///< every call has its result and every result its call, each once
  order,     ///< results come right behind the calls, in front of any text
  thinking,  ///< whole, of the assistant, in front, never at the end
  media,     ///< images and documents have a source
  binding,   ///< thinking has the prefix that it was made under (bound_thinking.h)
};

constexpr std::size_t rule_count = 8;

/// "shape", "role", ...
std::string_view name_of(Rule rule);

/// What the API would refuse, and where.
struct Violation {
  std::size_t message = 0;  ///< index; 0 also where the list as a whole is meant
  Rule rule = Rule::shape;
  std::string reason;  ///< for a person, without a full stop; names the id or type
};

/// Everything in the list that its format's API refuses, by message. An empty list of violations
/// means valid.
///
/// Anthropic: roles user, assistant and system (also the member `system`); the first message that
/// is not the system's is the user's; content and texts are not blank; a message with tool_use
/// blocks is followed by a user message that begins with exactly their results; ids are unique;
/// thinking has its signature, a message that has any begins with it and does not end with it.
/// Roles need not alternate: the API joins neighbours of one role.
/// OpenAI: roles system, developer, user, assistant, tool, function; tool_calls are followed by
/// exactly their tool messages; content is missing only beside calls.
/// Plain: role and content are there, and content is blank for results only.
/// Linear in the list.
std::vector<Violation> validate(const MessageArray& array);

/// What the change from `before` to `after` must not have done, whatever the rules: system and
/// memory messages gone or altered, thinking or images altered, the order changed, another first
/// role than the user's where it was the user's, an answer as the last message where it was none.
/// `message` is an index of `after`. Linear.
std::vector<Violation> unfaithful(const MessageArray& before, const MessageArray& after);

}  // namespace context_rot::curate
