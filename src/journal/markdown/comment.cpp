#include "journal/markdown/comment.h"

#include "client/transcripts.h"
#include "journal/markdown/escape.h"
#include "util/ascii.h"
#include "util/plain_text.h"
#include "util/trim.h"

namespace context_rot::journal {

namespace {

constexpr std::string_view session_start = "<!-- context-rot: session ";
constexpr std::string_view lines_start = "<!-- context-rot: lines";
constexpr std::string_view comment_end = " -->";
constexpr std::string_view separator = " · ";
constexpr std::size_t name_length = 8;

/// What stands between `start` and the comment's end.
std::optional<std::string_view> inside(std::string_view line, std::string_view start) {
  line = trimmed(line);
  if (!line.starts_with(start) || !line.ends_with(comment_end)) return std::nullopt;
  line.remove_prefix(start.size());
  if (line.size() < comment_end.size()) return std::nullopt;
  line.remove_suffix(comment_end.size());
  return line;
}

bool is_mark(std::string_view word) {
  return word.size() == 8 && word.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// "2026-11-29 14:20"
bool is_when(std::string_view text) {
  constexpr std::string_view form = "0000-00-00 00:00";
  if (text.size() != form.size()) return false;
  for (std::size_t i = 0; i < form.size(); ++i) {
    const bool digit = is_digit(text[i]);
    if (form[i] == '0' ? !digit : text[i] != form[i]) return false;
  }
  return true;
}

}  // namespace

std::string session_comment(std::string_view id, Milliseconds time) {
  return std::string(session_start) + std::string(id) + ", " + format_utc(time) +
         std::string(comment_end);
}

std::optional<SessionName> read_session_comment(std::string_view line) {
  const auto words = inside(line, session_start);
  if (!words) return std::nullopt;
  const std::size_t comma = words->find(", ");
  if (comma == std::string_view::npos) return std::nullopt;
  const std::string_view id = words->substr(0, comma);
  const auto time = parse_utc(words->substr(comma + 2));
  if (!client::is_session_id(id) || !time) return std::nullopt;
  return SessionName{id, *time};
}

std::string lines_comment(const std::vector<std::string>& marks) {
  std::string out(lines_start);
  for (const std::string& mark : marks) out += " " + mark;
  return out + std::string(comment_end);
}

bool read_lines_comment(std::string_view line, std::vector<std::string>& marks) {
  const auto words = inside(line, lines_start);
  if (!words) return false;
  const std::size_t before = marks.size();
  std::string_view rest = *words;
  while (!(rest = trimmed(rest)).empty()) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (!is_mark(word)) {  // a person's comment
      marks.resize(before);
      return false;
    }
    marks.emplace_back(word);
    rest.remove_prefix(word.size());
  }
  return true;
}

std::string section_heading(const Section& section) {
  const std::string title = escape(plain_text(section.title), Place::line);
  return "## " + section.when + (title.empty() ? "" : std::string(separator) + title) + " (" +
         short_id(section.id) + ")";
}

std::optional<HeadingWords> read_section_heading(std::string_view line) {
  constexpr std::size_t when_length = 16;
  line = right_trimmed(line);
  if (!line.starts_with("## ") || !line.ends_with(')')) return std::nullopt;
  line = trimmed(line.substr(3));
  const std::size_t open = line.rfind(" (");
  if (open == std::string_view::npos || open < when_length) return std::nullopt;
  const std::string_view id = line.substr(open + 2, line.size() - open - 3);
  const std::string_view when = line.substr(0, when_length);
  if (!is_when(when) || id.size() > name_length || !client::is_session_id(id)) return std::nullopt;
  std::string_view title = line.substr(when_length, open - when_length);
  if (title.starts_with(separator)) {
    title.remove_prefix(separator.size());
  } else if (!title.empty()) {
    return std::nullopt;
  }
  return HeadingWords{std::string(when), unescape(title), id};
}

}  // namespace context_rot::journal
