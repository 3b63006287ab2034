#include "rules/rule.h"

#include <span>

namespace context_rot::rules {

std::string_view name_of(Answer answer) {
  switch (answer) {
    case Answer::ask:
      return "ask";
    case Answer::deny:
      return "deny";
    case Answer::say:
      break;
  }
  return "say";
}

std::string described(const Pattern& pattern) {
  std::string out;
  const auto add = [&](std::string_view kind, std::span<const std::string> words) {
    if (words.empty()) return;
    out += (out.empty() ? "" : "; ") + std::string(kind);
    for (std::size_t i = 0; i < words.size(); ++i) out += (i == 0 ? " " : ", ") + words[i];
  };
  add("command", pattern.commands);
  add("file", pattern.files);
  add("tool", pattern.tools);
  return out;
}

}  // namespace context_rot::rules
