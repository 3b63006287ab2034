#include "curate/messages/pairs.h"

#include <algorithm>
#include <unordered_map>

namespace context_rot::curate {

std::vector<Pair> pairs_of(const MessageArray& array) {
  std::vector<Pair> out;
  std::unordered_map<std::string, Call> open;  // of the answer before
  std::size_t answer = 0;
  for (std::size_t i = 0; i < array.messages.size(); ++i) {
    const Json& message = array.messages[i].json;
    for (const ToolResult& result : results_of(message, array.format)) {
      const auto call = open.find(result.id);
      if (call == open.end()) continue;
      out.push_back({answer, call->second, i, result});
      open.erase(call);
    }
    // The results of OpenAI are messages of their own, those of Anthropic one message.
    if (array.format == Format::openai && role_of(message) == Role::tool) continue;
    open.clear();
    answer = i;
    for (const Call& call : calls_of(message, array.format)) open.try_emplace(call.id, call);
  }
  return out;
}

std::vector<std::size_t> groups_of(const MessageArray& array, const std::vector<Pair>& pairs) {
  std::vector<bool> goes_with_before(array.messages.size());
  std::size_t done = 0;  // pairs come in the order of their results
  for (const Pair& pair : pairs) {
    for (std::size_t i = std::max(pair.call_message + 1, done); i <= pair.result_message; ++i) {
      goes_with_before[i] = true;
    }
    done = std::max(done, pair.result_message + 1);
  }
  std::vector<std::size_t> out(array.messages.size());
  for (std::size_t i = 1; i < out.size(); ++i) out[i] = out[i - 1] + (goes_with_before[i] ? 0 : 1);
  return out;
}

}  // namespace context_rot::curate
