#pragma once
// Which call a result belongs to, and which messages stand or fall together.

#include <vector>

#include "curate/messages/parts.h"

namespace context_rot::curate {

/// A call and its result: indices into the list, and what stands there.
struct Pair {
  std::size_t call_message = 0;
  Call call;
  std::size_t result_message = 0;
  ToolResult result;
};

/// Calls with their results, in the order of the results: of a call and a result that stand
/// where the format wants them, the first of each id. Linear.
std::vector<Pair> pairs_of(const MessageArray& array);

/// A number for each message: messages with the same number are a call and its results (an
/// answer with calls and the messages that answer them) and go together. Numbers rise by one.
std::vector<std::size_t> groups_of(const MessageArray& array, const std::vector<Pair>& pairs);

}  // namespace context_rot::curate
