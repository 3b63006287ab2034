#include "curate/plan.h"

#include <algorithm>
#include <array>
#include <utility>

namespace context_rot::curate {

namespace {

/// What becomes of one message.
struct MessageChange {
  bool goes = false;
  std::vector<std::size_t> slots;  // that go: calls of an answer, blocks of results
  bool is_call = false;
};

bool is_hollow(const Json& message) {
  const auto content = message.find("content");
  if (content == message.end() || content->is_null()) return true;
  if (content->is_string()) {
    return content->get_ref<const std::string&>().find_first_not_of(" \t\r\n") == std::string::npos;
  }
  return content->is_array() && content->empty();
}

void erase_elements(Json& list, std::vector<std::size_t> slots) {
  std::sort(slots.begin(), slots.end());
  Json left = Json::array();
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!std::binary_search(slots.begin(), slots.end(), i)) left.push_back(std::move(list[i]));
  }
  list = std::move(left);
}

/// Takes blocks out of an Anthropic message.
void remove_blocks(Json& message, const MessageChange& change) {
  Json& content = message["content"];
  erase_elements(content, change.slots);
  if (!change.is_call) return;
  while (!content.empty() && is_thinking(content.back())) content.erase(content.size() - 1);
}

/// Takes calls out of an answer of OpenAI's form.
void remove_calls(Json& message, const MessageChange& change) {
  if (change.slots.front() == whole_message) {
    message.erase("function_call");
    return;
  }
  Json& calls = message["tool_calls"];
  erase_elements(calls, change.slots);
  if (calls.empty()) message.erase("tool_calls");
}

/// Whether anything is left of the message.
bool carry_out(Message& message, const MessageChange& change, Format format) {
  if (change.goes) return false;
  if (change.slots.empty()) return true;
  message.raw.clear();
  if (format == Format::anthropic) {
    remove_blocks(message.json, change);
    return !is_hollow(message.json);
  }
  if (!change.is_call) return false;  // a result is a message of its own
  remove_calls(message.json, change);
  return message.json.contains("tool_calls") || !is_hollow(message.json);
}

using PlanPlace = std::pair<std::size_t, std::size_t>;  // message, slot

/// Marks results and the calls that belong to them.
void mark_pairs(const MessageArray& array, std::vector<PlanPlace> results,
                std::vector<MessageChange>& changes) {
  if (results.empty()) return;
  std::sort(results.begin(), results.end());
  for (const Pair& pair : pairs_of(array)) {
    const PlanPlace place{pair.result_message, pair.result.slot};
    if (!std::binary_search(results.begin(), results.end(), place)) continue;
    changes[pair.call_message].slots.push_back(pair.call.slot);
    changes[pair.call_message].is_call = true;
  }
  for (const auto& [message, slot] : results) changes[message].slots.push_back(slot);
}

}  // namespace

std::string_view name_of(Reason reason) {
  static constexpr std::array<std::string_view, 4> names{"correction", "failed-result", "decay",
                                                         "clean-room"};
  return names[static_cast<std::size_t>(reason)];
}

MessageArray apply(MessageArray array, const Plan& plan) {
  std::vector<MessageChange> changes(array.messages.size());
  std::vector<PlanPlace> pairs;
  for (const Step& step : plan) {
    Message& message = array.messages[step.message];
    if (step.act == Act::drop) changes[step.message].goes = true;
    if (step.act == Act::drop_pair) pairs.emplace_back(step.message, step.slot);
    if (step.act != Act::replace) continue;
    message.raw.clear();
    (step.slot == whole_message ? message.json : message.json["content"][step.slot]) = step.value;
  }
  mark_pairs(array, pairs, changes);
  std::vector<Message> left;
  for (std::size_t i = 0; i < array.messages.size(); ++i) {
    if (carry_out(array.messages[i], changes[i], array.format)) {
      left.push_back(std::move(array.messages[i]));
    }
  }
  array.messages = std::move(left);
  return array;
}

std::vector<bool> closed(const MessageArray& array, const std::vector<bool>& goes) {
  const auto& messages = array.messages;
  std::vector<bool> out(goes.size());
  if (goes.empty()) return out;
  const auto speaks = [&](std::size_t i) {
    const Role voice = voice_of(messages[i].json);
    return voice != Role::system && voice != Role::memory;
  };
  const auto group = groups_of(array, pairs_of(array));
  std::vector<bool> stays(group.back() + 1);
  std::size_t last = messages.size() - 1;
  while (last > 0 && !speaks(last)) --last;
  stays[group[last]] = true;
  for (std::size_t i = 0; i < messages.size(); ++i) {
    const Role role = role_of(messages[i].json);
    if (!goes[i] || messages[i].pinned || role == Role::system || role == Role::memory) {
      stays[group[i]] = true;
    }
  }
  for (std::size_t i = 0; i < messages.size(); ++i) out[i] = !stays[group[i]];
  // The first one that speaks must stay the user's.
  std::size_t opening = 0;
  while (opening < messages.size() && !speaks(opening)) ++opening;
  if (opening == messages.size() || voice_of(messages[opening].json) != Role::user) return out;
  std::size_t prompt = opening;
  for (std::size_t i = opening; i < messages.size(); ++i) {
    if (out[i] && is_prompt(messages[i].json, array.format)) prompt = i;
    if (out[i] || !speaks(i)) continue;
    if (voice_of(messages[i].json) != Role::user) {
      for (std::size_t k = opening; k < i; ++k) {
        if (group[k] == group[prompt]) out[k] = false;
      }
    }
    break;
  }
  return out;
}

}  // namespace context_rot::curate
