#include "correction/machine_made.h"

#include <algorithm>

#include "transcript/client_text.h"
#include "util/ascii.h"

namespace context_rot::correction {

namespace {

using std::string_view;

string_view trimmed_left(string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  return text;
}

bool is_slash_command(string_view prompt) {
  if (prompt.size() < 2 || prompt[0] != '/') return false;
  std::size_t end = 1;
  const auto in_name = [](char c) {
    return is_lower(c) || is_digit(c) || c == '-' || c == '_' || c == ':';
  };
  while (end < prompt.size() && in_name(prompt[end])) ++end;
  return end > 1 && (end == prompt.size() || prompt[end] == ' ' || prompt[end] == '\n');
}

}  // namespace

bool is_machine_made(string_view prompt) {
  prompt = trimmed_left(prompt);
  return is_slash_command(prompt) || transcript::is_client_text(prompt);
}

std::string without_reminders(string_view prompt) {
  return transcript::without_client_blocks(prompt);
}

}  // namespace context_rot::correction
