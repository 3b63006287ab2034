#pragma once
// Thinking is bound to what stands before it.
//
// Newer models sign each block of thinking for its prefix: the system prompt, the set of tools and
// every message before it, thinking and `cache_control` left out. A block counts only where that is
// as it was, and only where the block of thinking before it is the one that stood there (or none
// does: thinking may go from the start, from the end, or wholly). The API refuses others with a
// 400, or drops them. (Documentation of the Messages API: "Preserved thinking", "Prefix checks".)

#include <cstdint>
#include <vector>

#include "curate/messages/message_list.h"
#include "curate/messages/validate.h"

namespace context_rot::curate {

/// How much thinking a list has. Tokens are estimated: of the text, where it was not sent along of
/// the signature or the data, whose base64 takes 16 characters for what would be 3 tokens.
struct ThinkingSum {
  std::size_t blocks = 0;
  std::int64_t tokens = 0;
};
ThinkingSum thinking_in(const MessageArray& array);

/// Takes out of `after` all thinking behind the first place where it is not `before` any more; a
/// message that held nothing else goes. `after` was made from `before` by apply(). Returns whether
/// anything went. Linear.
bool drop_void_thinking(const MessageArray& before, MessageArray& after);

/// Which thinking of `after` is not what it is in `before`, or does not have there the prefix and
/// the thinking before it that it has here. Both lists in one format; where one of them has no
/// members beside its messages, system prompt and tools are not compared. `message` is an index of
/// `after`. Linear.
std::vector<Violation> broken_bindings(const MessageArray& before, const MessageArray& after);

}  // namespace context_rot::curate
