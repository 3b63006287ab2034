#include "util/secret_block.h"

#include <algorithm>

#include "util/ascii.h"

namespace context_rot {

namespace {

constexpr std::string_view dashes = "-----";
constexpr std::string_view kind = "private key";
/// Fewer characters of base64 are taken for a word.
constexpr std::size_t least_key = 16;
constexpr std::size_t longest_key = 64u << 10;

bool is_base64(char c) {
  return is_alnum(c) || c == '+' || c == '/' || c == '=';
}

/// One past the closing dashes of "-----WORD ... PRIVATE KEY...-----"; 0 where it is none.
std::size_t marker_end(std::string_view text, std::size_t at, std::string_view word) {
  constexpr std::size_t longest_label = 60;
  const std::string_view rest = text.substr(at, dashes.size() + longest_label + dashes.size());
  if (!rest.starts_with(dashes) || !rest.substr(dashes.size()).starts_with(word)) return 0;
  const std::size_t close = rest.find(dashes, dashes.size());
  if (close == std::string_view::npos) return 0;
  const std::string_view label = rest.substr(dashes.size(), close - dashes.size());
  const bool capitals = std::all_of(label.begin(), label.end(),
                                    [](char c) { return is_upper(c) || is_digit(c) || c == ' '; });
  if (!capitals || label.find("PRIVATE KEY") == std::string_view::npos) return 0;
  return at + close + dashes.size();
}

/// The length of the line end at `at`, written out or escaped; 0 where there is none.
std::size_t line_end_length(std::string_view text, std::size_t at) {
  const std::string_view rest = text.substr(at, 4);
  for (const std::string_view end : {"\r\n", "\n", "\\r\\n", "\\n"}) {
    if (rest.starts_with(end)) return end.size();
  }
  return 0;
}

std::size_t line_end_length_before(std::string_view text, std::size_t at) {
  const std::string_view head = text.substr(0, at);
  for (const std::string_view end : {"\r\n", "\n", "\\r\\n", "\\n"}) {
    if (head.ends_with(end)) return end.size();
  }
  return 0;
}

/// "Proc-Type: 4,ENCRYPTED" and its like, which stand before the key itself.
bool is_header(std::string_view line) {
  for (const std::string_view name : {"Proc-Type:", "DEK-Info:", "Comment:", "Version:"}) {
    if (line.starts_with(name)) return true;
  }
  return false;
}

/// How far lines that look like a key go on behind `at`, the end of the opening marker.
std::size_t key_lines_end(std::string_view text, std::size_t at) {
  constexpr int most_headers = 8;  // more would let one text be read many times
  std::size_t end = at;
  std::size_t characters = 0;
  int headers = 0;
  for (std::size_t line = at;;) {
    std::size_t feed = line_end_length(text, line);
    if (feed == 0) break;
    for (; feed != 0; feed = line_end_length(text, line)) line += feed;
    while (line < text.size() && (text[line] == ' ' || text[line] == '\t')) ++line;
    std::size_t stop = line;
    if (is_header(text.substr(line, 16))) {
      if (++headers > most_headers) break;
      while (stop < text.size() && line_end_length(text, stop) == 0) ++stop;
    } else {
      while (stop < text.size() && is_base64(text[stop])) ++stop;
      const bool whole = stop == text.size() || line_end_length(text, stop) != 0;
      if (stop - line < (whole ? 1 : least_key)) break;
      characters += stop - line;
    }
    end = line = stop;
  }
  return characters >= least_key ? end : at;
}

/// Where a key begins that ends before `at`, not before `from`; `at` where there is none.
std::size_t key_lines_begin(std::string_view text, std::size_t at, std::size_t from) {
  std::size_t begin = at;
  std::size_t characters = 0;
  for (std::size_t line = at; line > from;) {
    const std::size_t feed = line_end_length_before(text, line);
    if (feed == 0 || line - feed < from) break;
    const std::size_t stop = line - feed;
    std::size_t start = stop;
    while (start > from && is_base64(text[start - 1])) {
      // The "n" of an escaped line end is base64 too.
      if (text[start - 1] == 'n' && start - from > 1 && text[start - 2] == '\\') break;
      --start;
    }
    const bool whole = start == 0 || line_end_length_before(text, start) != 0;
    if (stop - start < (whole ? 1 : least_key)) break;
    characters += stop - start;
    begin = line = start;
  }
  return characters >= least_key ? begin : at;
}

}  // namespace

std::size_t PrivateKeys::dashes_from(std::size_t at) {
  if (next_dashes_ < at) next_dashes_ = text_.find(dashes, at);
  return next_dashes_;
}

std::optional<Secret> PrivateKeys::at(std::size_t at, std::size_t from) {
  if (const std::size_t body = marker_end(text_, at, "BEGIN ")) {
    const std::size_t next = dashes_from(body);
    if (next != std::string_view::npos && next - body <= longest_key) {
      if (const std::size_t end = marker_end(text_, next, "END ")) return Secret{at, end, kind};
    }
    const std::size_t end = key_lines_end(text_, body);
    if (end > body) return Secret{at, end, kind};
  } else if (const std::size_t end = marker_end(text_, at, "END ")) {
    const std::size_t begin = key_lines_begin(text_, at, from);
    if (begin < at) return Secret{begin, end, kind};
  }
  return std::nullopt;
}

}  // namespace context_rot
