#pragma once
// A list of messages as agent loops send it: read from JSON, written back in the same form.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace context_rot::curate {

using Json = nlohmann::ordered_json;

enum class Format : std::uint8_t {
  anthropic,  ///< blocks: text, tool_use, tool_result, thinking, image; "system" may be a role
  openai,     ///< tool_calls and role "tool", or function_call and role "function"
  plain,      ///< role and content; results have a role of their own and no ids
};

/// "anthropic", "openai", "plain".
std::string_view name_of(Format format);
/// Nothing for another name.
std::optional<Format> format_of(std::string_view name);

/// One message, as it came or as it was changed.
struct Message {
  Json json;
  std::string raw;         ///< its bytes in the input; empty once it was changed
  std::size_t origin = 0;  ///< its index in the input; a note has that of what it replaces
  bool pinned = false;     ///< breaks a rule of the API: is left as it is
};

/// The messages and what stood around them. Owns everything.
struct MessageArray {
  Format format = Format::plain;
  std::vector<Message> messages;
  Json rest;           ///< the other members of the request; null where the input was an array
  std::string head;    ///< the input up to the list's opening bracket, included
  std::string tail;    ///< the input from the closing bracket on
  std::string query;   ///< the member `query`, if it is a text
  std::string run_id;  ///< the member `runId`, if it is a text
};

/// Reads a list of messages, or an object with a member `messages`. Key order and the bytes of
/// every message are kept. UTF-8 that is ill-formed is repaired. The format is `forced` or what
/// detect_format() finds. Fails with "LINE:COLUMN: reason" where the input is no JSON, else with
/// a reason. Messages may be of any JSON kind: validate() says what is wrong with them. Linear.
Result<MessageArray> read_array(std::string_view text, std::optional<Format> forced = {});

/// The format that the members of the messages and of the request belong to; texts under roles
/// alone are plain.
Format detect_format(const MessageArray& array);

/// The input with the messages as they are now: what was not changed has its old bytes, what was
/// changed is on one line. Without a line feed at the end that the input did not have.
std::string write_array(const MessageArray& array);

}  // namespace context_rot::curate
