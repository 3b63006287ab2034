#include "fork/title.h"

#include <algorithm>

#include "session/typed.h"
#include "util/excerpt.h"
#include "util/json_text.h"

namespace context_rot::fork {

namespace {

constexpr std::string_view suffix = " (without noise)";
constexpr std::size_t longest = 80;  // bytes, without the suffix

/// The member of the last line of that type; empty where there is none.
std::string last_of(const transcript::SessionLines& lines, std::string_view type,
                    std::string_view key) {
  for (auto line = lines.others.rbegin(); line != lines.others.rend(); ++line) {
    if (line->type != type) continue;
    const auto bytes = read_range(lines.file, line->range);
    if (!bytes) return {};
    bool repaired = false;
    const auto json = transcript::parse_line(*bytes, repaired);
    if (json) return json->string_at(JsonText::root, key);
  }
  return {};
}

std::string first_prompt(const transcript::Conversation& conversation) {
  for (const auto& entry : conversation.entries) {
    if (std::string text = session::typed_text(entry); !text.empty()) return text;
  }
  return {};
}

}  // namespace

std::string fork_title(const transcript::SessionLines& lines,
                       const transcript::Conversation& conversation) {
  std::string title = last_of(lines, "custom-title", "customTitle");
  if (title.empty()) title = last_of(lines, "ai-title", "aiTitle");
  if (title.empty()) title = first_prompt(conversation);
  if (title.ends_with(suffix)) title.resize(title.size() - suffix.size());
  title = excerpt(title, longest);
  return (title.empty() ? std::string("fork") : title) + std::string(suffix);
}

}  // namespace context_rot::fork
