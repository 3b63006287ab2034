#include "live/trimmed_text.h"

#include <algorithm>
#include <vector>

#include "live/telling_lines.h"
#include "util/utf8.h"

namespace context_rot::live {

namespace {

constexpr std::size_t longest_line = 300;
constexpr std::size_t most_telling = 60;

std::size_t line_ends(std::string_view text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// The first `bytes` of the text, back to a line's end.
std::string_view beginning(std::string_view text, std::size_t bytes) {
  const std::string_view part = cut_utf8(text, bytes);
  const std::size_t feed = part.rfind('\n');
  return feed == std::string_view::npos ? part : part.substr(0, feed + 1);
}

/// The last `bytes` of the text, on to a line's begin.
std::string_view ending(std::string_view text, std::size_t bytes) {
  std::size_t begin = text.size() - std::min(bytes, text.size());
  const std::size_t feed = text.find('\n', begin);
  if (feed != std::string_view::npos && feed + 1 < text.size()) return text.substr(feed + 1);
  const auto continues = [&](std::size_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  for (int steps = 0; steps < 3 && continues(begin); ++steps) ++begin;
  return text.substr(begin);
}

/// As many of the lines as fit, failures first, in their order; a line each, with its number.
std::string listed(const std::vector<TellingLine>& lines, std::size_t bytes, std::size_t before) {
  std::vector<std::string> texts(lines.size());
  std::vector<bool> kept(lines.size(), false);
  for (const Telling wanted : {Telling::failure, Telling::note}) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (lines[i].telling != wanted) continue;
      texts[i] = std::to_string(before + lines[i].number) + ": ";
      texts[i] += cut_utf8(lines[i].text, longest_line);
      if (lines[i].text.size() > longest_line) texts[i] += "\xE2\x80\xA6";
      texts[i] += '\n';
      if (texts[i].size() > bytes) continue;
      bytes -= texts[i].size();
      kept[i] = true;
    }
  }
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (kept[i]) out += texts[i];
  }
  return out;
}

}  // namespace

std::string trimmed_text(std::string_view text, std::size_t keep, std::string_view file) {
  if (text.size() <= keep) return std::string(text);
  // What an output ends with tells most: the result of a build, the summary of a test run.
  const std::string_view head = beginning(text, keep / 4);
  const std::string_view tail = ending(text.substr(head.size()), keep * 2 / 5);
  const std::string_view middle = text.substr(head.size(), text.size() - head.size() - tail.size());
  const std::size_t before = line_ends(head);
  const std::size_t last = before + line_ends(middle) + (middle.ends_with('\n') ? 0 : 1);
  const std::size_t all = line_ends(text) + (text.ends_with('\n') ? 0 : 1);

  std::string out(head);
  if (!out.empty() && !out.ends_with('\n')) out += '\n';
  const std::string mark(trim_mark);
  out += mark + ' ' + std::to_string(middle.size()) + " of " + std::to_string(text.size()) +
         " bytes are left out here, lines " + std::to_string(before + 1) + " to " +
         std::to_string(last) + " of " + std::to_string(all) + ". The full text is in \"" +
         std::string(file) + "\"]\n";
  const std::string telling =
      listed(telling_lines(middle, most_telling), keep - head.size() - tail.size(), before);
  if (!telling.empty()) {
    out += mark + " lines among them that look like errors, warnings or a summary:]\n" + telling;
    out += mark + " the end of the output:]\n";
  }
  out += tail;
  return out;
}

FileHead file_head(std::string_view content, std::size_t keep) {
  FileHead head;
  const std::size_t feed = content.substr(0, keep).rfind('\n');
  if (feed == std::string_view::npos) return head;
  head.text = content.substr(0, feed);
  head.lines = line_ends(head.text) + 1;
  return head;
}

}  // namespace context_rot::live
