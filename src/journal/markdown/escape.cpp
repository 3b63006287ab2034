#include "journal/markdown/escape.h"

#include <array>
#include <utility>

#include "util/ascii.h"

namespace context_rot::journal {

namespace {

/// What a backslash takes its meaning from in Markdown.
bool is_punctuation(char c) {
  return (c >= '!' && c <= '/') || (c >= ':' && c <= '@') || (c >= '[' && c <= '`') ||
         (c >= '{' && c <= '~');
}

/// Whether the text may begin a block where a line begins.
bool opens_block(std::string_view text) {
  const char c = text[0];
  if (c == '`' || c == '~' || c == '_') return text.starts_with(std::string(3, c));
  return std::string_view("#>-+*=|[").find(c) != std::string_view::npos;
}

/// Whether the character at `i` needs a backslash.
bool needs_backslash(std::string_view text, std::size_t i, Place place) {
  const char c = text[i];
  const char next = i + 1 < text.size() ? text[i + 1] : '\n';
  // Behind it may stand what is itself escaped: a line feed, a space at the end.
  if (c == '\\') return next == '\n' || next == ' ' || is_punctuation(next);
  if (c == '|' && place == Place::cell) return true;
  if (c == '(' && i > 0 && text[i - 1] == ']') return true;
  if (i == 0) return opens_block(text);
  // "1." and "1)" begin a list
  return (c == '.' || c == ')') && i < 10 && is_digit(text[0]) &&
         text.substr(0, i).find_first_not_of("0123456789") == std::string_view::npos;
}

constexpr std::array<std::pair<std::string_view, char>, 4> entities{
    {{"&lt;", '<'}, {"&amp;", '&'}, {"&#32;", ' '}, {"<br>", '\n'}}};

}  // namespace

std::string escape(std::string_view text, Place place) {
  std::string out;
  out.reserve(text.size() + 8);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const char next = i + 1 < text.size() ? text[i + 1] : '\0';
    if (c == '\n') {
      out += "<br>";
    } else if (c == '<' && (is_letter(next) || next == '/' || next == '!' || next == '?')) {
      out += "&lt;";
    } else if (c == '&' && (is_letter(next) || next == '#')) {
      out += "&amp;";
    } else if (c == ' ' && (i == 0 || i + 1 == text.size())) {
      out += "&#32;";
    } else {
      if (needs_backslash(text, i, place)) out += '\\';
      out += c;
    }
  }
  return out;
}

std::string unescape(std::string_view markdown) {
  std::string out;
  out.reserve(markdown.size());
  for (std::size_t i = 0; i < markdown.size();) {
    if (markdown[i] == '\\' && i + 1 < markdown.size() && is_punctuation(markdown[i + 1])) {
      out += markdown[i + 1];
      i += 2;
      continue;
    }
    std::size_t length = 0;
    for (const auto& [name, character] : entities) {
      if (markdown.substr(i, name.size()) == name) {
        out += character;
        length = name.size();
      }
    }
    if (length == 0) out += markdown[i];
    i += length == 0 ? 1 : length;
  }
  return out;
}

}  // namespace context_rot::journal
