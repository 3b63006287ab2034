#include "correction/machine_made.h"

#include <algorithm>
#include <array>

namespace context_rot::correction {

namespace {

using std::string_view;

constexpr std::array openings{
    string_view("<task-notification"),
    string_view("<command-name"),
    string_view("<command-message"),
    string_view("<command-args"),
    string_view("<local-command"),
    string_view("<bash-input"),
    string_view("<bash-stdout"),
    string_view("<bash-stderr"),
    string_view("<user-memory-input"),
    string_view("<user-prompt-submit-hook"),
    string_view("<background-task"),
    string_view("<teammate-message"),
    string_view("[Request interrupted"),
    string_view("Caveat: The messages below"),
    string_view("This session is being continued from a previous conversation"),
    string_view("[SYSTEM NOTIFICATION"),
};

struct Block {
  string_view open;
  string_view close;
};
constexpr std::array blocks{
    Block{"<system-reminder>", "</system-reminder>"},
    Block{"<ide_selection>", "</ide_selection>"},
    Block{"<ide_opened_file>", "</ide_opened_file>"},
    Block{"<local-command-stdout>", "</local-command-stdout>"},
};

string_view trimmed_left(string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

bool is_slash_command(string_view prompt) {
  if (prompt.size() < 2 || prompt[0] != '/') return false;
  std::size_t end = 1;
  const auto in_name = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == ':';
  };
  while (end < prompt.size() && in_name(prompt[end])) ++end;
  return end > 1 && (end == prompt.size() || prompt[end] == ' ' || prompt[end] == '\n');
}

}  // namespace

bool is_machine_made(string_view prompt) {
  prompt = trimmed_left(prompt);
  return is_slash_command(prompt) ||
         std::any_of(openings.begin(), openings.end(),
                     [&](string_view opening) { return prompt.starts_with(opening); });
}

std::string without_reminders(string_view prompt) {
  std::string out;
  while (!prompt.empty()) {
    const std::size_t at = std::min(prompt.find('<'), prompt.size());
    out += prompt.substr(0, at);
    prompt.remove_prefix(at);
    if (prompt.empty()) break;
    const auto block = std::find_if(blocks.begin(), blocks.end(), [&](const Block& candidate) {
      return prompt.starts_with(candidate.open);
    });
    if (block == blocks.end()) {
      out += '<';
      prompt.remove_prefix(1);
      continue;
    }
    const std::size_t end = prompt.find(block->close);
    prompt.remove_prefix(end == string_view::npos ? prompt.size() : end + block->close.size());
  }
  return out;
}

}  // namespace context_rot::correction
