#include "curate/bound_thinking.h"

#include <algorithm>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>

#include "curate/messages/parts.h"
#include "curate/messages/rules.h"
#include "util/json_tree.h"
#include "window/token_estimate.h"

namespace context_rot::curate {

namespace {

const Json* blocks_of(const Json& message) {
  if (!message.is_object()) return nullptr;
  const auto content = message.find("content");
  return content != message.end() && content->is_array() ? &*content : nullptr;
}

std::int64_t tokens_of(const Json& block) {
  const std::string_view text = text_in(block, "thinking");
  if (!text.empty()) return window::estimate_tokens(text);
  const auto sealed = std::max(text_in(block, "signature").size(), text_in(block, "data").size());
  return static_cast<std::int64_t>(sealed * 3 / 16);
}

/// A message and a block of it.
struct Place {
  std::size_t message = 0;
  std::size_t block = 0;
};

/// The first block that differs; the number of blocks where only what is behind them does.
std::size_t first_other_block(const Json& before, const Json& after) {
  const Json* then = blocks_of(before);
  const Json* now = blocks_of(after);
  if (!then || !now) return 0;
  const std::size_t both = std::min(then->size(), now->size());
  std::size_t at = 0;
  while (at < both && (*then)[at] == (*now)[at]) ++at;
  return at;
}

/// Where `after` begins to be something else; behind its end where it does not.
Place first_change(const MessageArray& before, const MessageArray& after) {
  std::size_t i = 0;
  for (; i < after.messages.size(); ++i) {
    const Message& now = after.messages[i];
    if (now.origin != i) return {i, 0};
    if (!now.raw.empty() || now.json == before.messages[i].json) continue;
    return {i, first_other_block(before.messages[i].json, now.json)};
  }
  return {i, 0};
}

/// Takes thinking out of a message from a block on. Returns whether there was any.
bool strip(Message& message, std::size_t from) {
  if (!blocks_of(message.json)) return false;
  Json& content = message.json["content"];
  Json left = Json::array();
  for (std::size_t i = 0; i < content.size(); ++i) {
    if (i < from || !is_thinking(content[i])) left.push_back(content[i]);
  }
  if (left.size() == content.size()) return false;
  content = std::move(left);
  message.raw.clear();
  return true;
}

/// The same for every list that means the same to the API: keys sorted, no marks for the cache,
/// texts as blocks.
nlohmann::json canonical(const Json& value) {
  if (value.is_array()) {
    nlohmann::json out = nlohmann::json::array();
    for (const Json& child : value) out.push_back(canonical(child));
    return out;
  }
  if (!value.is_object()) return value;
  nlohmann::json out = nlohmann::json::object();
  for (const auto& [key, child] : value.items()) {
    if (key != "cache_control") out[key] = canonical(child);
  }
  const auto content = out.find("content");
  if (content != out.end() && content->is_string()) {
    const std::string text = content->get<std::string>();
    *content = nlohmann::json::array();
    if (!text.empty()) content->push_back({{"type", "text"}, {"text", text}});
  }
  return out;
}

/// Thinking, and how much stands before it that is none.
struct Thought {
  std::string text;
  std::size_t message = 0;
  std::size_t before = 0;
};

/// A list as the check sees it.
struct Flat {
  std::vector<std::string> items;  ///< all that is no thinking, with who says it
  std::vector<Thought> thoughts;
};

Flat flat(const MessageArray& array) {
  Flat out;
  for (std::size_t i = 0; i < array.messages.size(); ++i) {
    const Json& message = array.messages[i].json;
    if (!message.is_object()) {
      out.items.push_back(json_line(canonical(message)));
      continue;
    }
    const std::string role(text_in(message, "role"));
    const Json* blocks = blocks_of(message);
    for (std::size_t k = 0; blocks && k < blocks->size(); ++k) {
      const std::string block = json_line(canonical((*blocks)[k]));
      if (is_thinking((*blocks)[k])) {
        out.thoughts.push_back({block, i, out.items.size()});
      } else {
        out.items.push_back(role + block);
      }
    }
    const std::string_view text = text_in(message, "content");
    if (!text.empty()) {
      out.items.push_back(role + json_line(nlohmann::json{{"text", text}, {"type", "text"}}));
    }
    Json rest = message;  // calls of OpenAI's form
    rest.erase("role");
    rest.erase("content");
    rest.erase("cache_control");
    if (!rest.empty()) out.items.push_back(role + json_line(canonical(rest)));
  }
  return out;
}

/// Thinking of the input, looked up by what it says and where it stands.
class Known {
 public:
  explicit Known(const std::vector<Thought>& thoughts) {
    for (std::size_t i = 0; i < thoughts.size(); ++i) {
      texts_.insert(thoughts[i].text);
      places_[key(thoughts[i])].push_back(i);
    }
  }

  bool has_text(const Thought& thought) const { return texts_.count(thought.text) > 0; }

  /// The first such one from `next` on that has as much before it.
  std::optional<std::size_t> find(const Thought& thought, std::size_t next) const {
    const auto list = places_.find(key(thought));
    if (list == places_.end()) return std::nullopt;
    const auto at = std::lower_bound(list->second.begin(), list->second.end(), next);
    return at == list->second.end() ? std::nullopt : std::optional(*at);
  }

 private:
  static std::string key(const Thought& thought) {
    return std::to_string(thought.before) + ' ' + thought.text;
  }

  std::unordered_set<std::string> texts_;
  std::unordered_map<std::string, std::vector<std::size_t>> places_;
};

/// What of the request around the messages thinking is bound to: the system prompt, and the tools
/// in any order.
std::string frame_of(const MessageArray& array) {
  std::string out;
  if (const auto system = array.rest.find("system"); system != array.rest.end()) {
    out = json_line(canonical(Json{{"content", *system}}));
  }
  std::vector<std::string> tools;
  const auto list = array.rest.find("tools");
  for (std::size_t i = 0; list != array.rest.end() && list->is_array() && i < list->size(); ++i) {
    tools.push_back(json_line(canonical((*list)[i])));
  }
  std::sort(tools.begin(), tools.end());
  for (const std::string& tool : tools) out += "\n" + tool;
  return out;
}

}  // namespace

ThinkingSum thinking_in(const MessageArray& array) {
  ThinkingSum out;
  for (const Message& message : array.messages) {
    const Json* blocks = blocks_of(message.json);
    if (!blocks) continue;
    for (const Json& block : *blocks) {
      if (!is_thinking(block)) continue;
      ++out.blocks;
      out.tokens += tokens_of(block);
    }
  }
  return out;
}

bool drop_void_thinking(const MessageArray& before, MessageArray& after) {
  const Place first = first_change(before, after);
  bool any = false;
  std::vector<Message> left;
  for (std::size_t i = 0; i < after.messages.size(); ++i) {
    Message& message = after.messages[i];
    const bool stripped =
        i >= first.message && strip(message, i == first.message ? first.block : 0);
    any = any || stripped;
    const bool is_empty = stripped && message.json["content"].empty();
    if (is_empty && message.json.contains("tool_calls")) message.json["content"] = nullptr;
    if (!is_empty || message.json.contains("tool_calls")) left.push_back(std::move(message));
  }
  after.messages = std::move(left);
  return any;
}

std::vector<Violation> broken_bindings(const MessageArray& before, const MessageArray& after) {
  const Flat then = flat(before);
  const Flat now = flat(after);
  const auto [same, unused] =
      std::mismatch(now.items.begin(), now.items.end(), then.items.begin(), then.items.end());
  const auto equal = static_cast<std::size_t>(same - now.items.begin());
  const bool framed = before.rest.is_object() && after.rest.is_object();
  const bool other_frame = framed && frame_of(before) != frame_of(after);
  const Known known(then.thoughts);
  Findings findings;
  std::optional<std::size_t> last;  // of the input's, the one that the list had last
  for (const Thought& thought : now.thoughts) {
    findings.at(thought.message);
    const auto at = known.find(thought, last ? *last + 1 : 0);
    if (!known.has_text(thought)) {
      findings.add(Rule::binding, "has thinking that the input does not have");
    } else if (other_frame) {
      findings.add(Rule::binding, "has thinking that is bound to another system prompt or tools");
    } else if (!at || thought.before > equal) {
      findings.add(Rule::binding, "has thinking behind a change of what it is bound to");
    } else if (last && *at != *last + 1) {
      findings.add(Rule::binding, "has thinking, but the thinking before it is gone");
    }
    if (at) last = at;
  }
  return findings.take();
}

}  // namespace context_rot::curate
