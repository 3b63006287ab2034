#include "curate/messages/validate.h"

#include <algorithm>
#include <array>

#include "curate/messages/parts.h"
#include "curate/messages/rules.h"

namespace context_rot::curate {

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos;
}

std::string_view name_of(Rule rule) {
  static constexpr std::array<std::string_view, rule_count> names{
      "shape", "role", "empty", "pairing", "order", "thinking", "media", "binding"};
  return names[static_cast<std::size_t>(rule)];
}

void check_plain(const MessageArray& array, Findings& findings) {
  for (std::size_t i = 0; i < array.messages.size(); ++i) {
    findings.at(i);
    const Json& message = array.messages[i].json;
    if (!message.is_object()) {
      findings.add(Rule::shape, "is no object");
      continue;
    }
    if (text_in(message, "role").empty()) findings.add(Rule::role, "has no role");
    const auto content = message.find("content");
    if (content == message.end() || !(content->is_string() || content->is_array())) {
      findings.add(Rule::empty, "has no content");
    } else if (role_of(message) != Role::tool &&
               (content->is_string() ? is_blank(content->get_ref<const std::string&>())
                                     : content->empty())) {
      findings.add(Rule::empty, "has an empty content");
    }
  }
}

std::vector<Violation> validate(const MessageArray& array) {
  Findings findings;
  if (array.messages.empty()) findings.add(Rule::empty, "there are no messages");
  if (array.format == Format::anthropic) check_anthropic(array, findings);
  if (array.format == Format::openai) check_openai(array, findings);
  if (array.format == Format::plain) check_plain(array, findings);
  return findings.take();
}

namespace {

bool always_kept(const Json& message) {
  const Role role = role_of(message);
  return role == Role::system || role == Role::memory;
}

const Json* first_spoken(const MessageArray& array) {
  for (const Message& message : array.messages) {
    const Role voice = voice_of(message.json);
    if (voice != Role::system && voice != Role::memory) return &message.json;
  }
  return nullptr;
}

bool ends_with_answer(const MessageArray& array) {
  return !array.messages.empty() && voice_of(array.messages.back().json) == Role::assistant;
}

/// Thinking and media of a message, those inside results too, in order.
std::vector<const Json*> untouchable(const Json& message) {
  std::vector<const Json*> out;
  const auto content = message.is_object() ? message.find("content") : message.end();
  if (!message.is_object() || content == message.end() || !content->is_array()) return out;
  for (const Json& block : *content) {
    if (is_thinking(block) || is_media(block)) out.push_back(&block);
    if (text_in(block, "type") != "tool_result") continue;
    const auto inner = block.find("content");
    if (inner == block.end() || !inner->is_array()) continue;
    for (const Json& part : *inner) {
      if (is_media(part)) out.push_back(&part);
    }
  }
  return out;
}

/// Whether each block of `after` stands in `before`, in that order.
bool is_part_of(const std::vector<const Json*>& after, const std::vector<const Json*>& before) {
  std::size_t at = 0;
  for (const Json* block : after) {
    while (at < before.size() && *before[at] != *block) ++at;
    if (at++ == before.size()) return false;
  }
  return true;
}

}  // namespace

std::vector<Violation> unfaithful(const MessageArray& before, const MessageArray& after) {
  Findings findings;
  std::vector<bool> is_there(before.messages.size());
  for (std::size_t i = 0; i < after.messages.size(); ++i) {
    findings.at(i);
    const Message& now = after.messages[i];
    if (i > 0 && now.origin <= after.messages[i - 1].origin) {
      findings.add(Rule::order, "has changed its place");
    }
    const Message& then = before.messages[now.origin];
    is_there[now.origin] = true;
    if (!now.raw.empty()) continue;
    if (always_kept(then.json) && now.json != then.json) {
      findings.add(Rule::role, "is the system's and was altered");
    }
    if (!is_part_of(untouchable(now.json), untouchable(then.json))) {
      findings.add(Rule::thinking, "has thinking or media that were altered");
    }
  }
  for (std::size_t i = 0; i < is_there.size(); ++i) {
    if (!is_there[i] && always_kept(before.messages[i].json)) {
      findings.add(0, Rule::role, "message " + std::to_string(i) + " was the system's and is gone");
    }
  }
  const Json* first = first_spoken(before);
  if (first && voice_of(*first) == Role::user) {
    const Json* now = first_spoken(after);
    if (!now || voice_of(*now) != Role::user) {
      findings.add(0, Rule::role, "the first message is no longer the user's");
    }
  }
  if (!ends_with_answer(before) && ends_with_answer(after)) {
    findings.add(after.messages.size() - 1, Rule::role, "the last message has become an answer");
  }
  return findings.take();
}

}  // namespace context_rot::curate
