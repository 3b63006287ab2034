#include "util/shell_word.h"

#include <algorithm>

#include "util/ascii.h"

namespace context_rot {

namespace {

bool is_unquoted(char c) {
  return is_alnum(c) || std::string_view("_-./:@%+,").find(c) != std::string_view::npos;
}

bool ends_word(char c) {
  return std::string_view(" \t\n;&|<>()").find(c) != std::string_view::npos;
}

/// What stands between double quotes, from behind the opening one; moves behind the closing.
bool take_double_quoted(std::string_view line, std::size_t& at, std::string& text) {
  for (; at < line.size(); ++at) {
    if (line[at] == '"') {
      ++at;
      return true;
    }
    if (line[at] == '\\' && at + 1 < line.size()) {
      const char next = line[at + 1];
      if (next == '\n') {
        ++at;
        continue;
      }
      if (std::string_view("$`\"\\").find(next) != std::string_view::npos) ++at;
    }
    text += line[at];
  }
  return false;
}

}  // namespace

std::string quote_shell_word(std::string_view text) {
  const bool plain = !text.empty() && std::all_of(text.begin(), text.end(), is_unquoted);
  return plain ? std::string(text) : in_single_quotes(text);
}

std::string in_single_quotes(std::string_view text) {
  std::string word = "'";
  for (const char c : text) {
    if (c == '\'') {
      word += "'\\''";
    } else {
      word += c;
    }
  }
  return word + "'";
}

std::optional<ShellWord> next_shell_word(std::string_view line, std::size_t offset) {
  while (offset < line.size() && (line[offset] == ' ' || line[offset] == '\t')) ++offset;
  ShellWord word{"", offset, offset};
  std::size_t at = offset;
  while (at < line.size() && !ends_word(line[at])) {
    const char c = line[at++];
    if (c == '\'') {
      const std::size_t close = line.find('\'', at);
      if (close == std::string_view::npos) return std::nullopt;
      word.text.append(line.substr(at, close - at));
      at = close + 1;
    } else if (c == '"') {
      if (!take_double_quoted(line, at, word.text)) return std::nullopt;
    } else if (c == '\\' && at < line.size()) {
      if (line[at] != '\n') word.text += line[at];
      ++at;
    } else {
      word.text += c;
    }
  }
  if (at == offset) return std::nullopt;
  word.end = at;
  return word;
}

}  // namespace context_rot
