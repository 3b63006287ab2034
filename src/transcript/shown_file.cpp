#include "transcript/shown_file.h"

#include <algorithm>
#include <array>

#include "transcript/shell_line.h"
#include "util/number.h"
#include "util/one_of.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::transcript {

namespace {

constexpr std::size_t longest_listing = 4096;

using Words = std::vector<std::string_view>;

/// Says something between two outputs, or prepares them.
bool is_neutral(std::string_view program) {
  static constexpr std::array<std::string_view, 9> programs{
      "echo", "printf", "true", "pwd", "wc", "export", "set", ":", "sleep"};
  return is_one_of(program, programs);
}

std::string joined_path(std::string_view folder, const std::string& path) {
  if (path.starts_with('/') || path.starts_with('~') || folder.empty()) return path;
  std::string_view relative = path;
  while (relative.starts_with("./")) relative.remove_prefix(2);
  if (relative == ".") return std::string(folder);
  return std::string(folder) + (folder.ends_with('/') ? "" : "/") + std::string(relative);
}

/// "40,60p" and the like; nothing for scripts that do more than print lines.
std::optional<LineSpan> printed_lines(std::string_view script) {
  if (!script.ends_with('p')) return std::nullopt;
  script.remove_suffix(1);
  const std::size_t comma = script.find(',');
  const auto first = parse_count(script.substr(0, comma));
  if (!first || *first < 1) return std::nullopt;
  if (comma == std::string_view::npos) return LineSpan{*first, *first};
  const std::string_view end = script.substr(comma + 1);
  if (end == "$") return LineSpan{*first, INT64_MAX};
  const auto last = parse_count(end);
  if (!last || *last < *first) return std::nullopt;
  return LineSpan{*first, *last};
}

/// All that a script of `sed -n` prints: "1,20p;40,60p".
std::vector<LineSpan> printed_spans(std::string_view script) {
  std::vector<LineSpan> out;
  while (!script.empty()) {
    const std::size_t end = std::min(script.find(';'), script.size());
    std::string_view part = script.substr(0, end);
    while (part.starts_with(' ')) part.remove_prefix(1);
    while (part.ends_with(' ')) part.remove_suffix(1);
    script.remove_prefix(std::min(end + 1, script.size()));
    if (part.empty()) continue;
    const auto span = printed_lines(part);
    if (!span) return {};
    out.push_back(*span);
  }
  return out;
}

/// `sed -n SCRIPT [FILE ...]`: the spans and the files; without spans it is something else.
struct Sed {
  std::vector<LineSpan> spans;
  std::vector<std::string> files;
};

Sed read_sed(const Words& words) {
  Sed out;
  bool quiet = false;
  bool script = false;
  for (std::size_t w = 1; w < words.size(); ++w) {
    if (words[w] == "-n" || words[w] == "--quiet") {
      quiet = true;
    } else if (words[w] == "-e" || (is_option(words[w]) && words[w] != "-n")) {
      return {};
    } else if (!script) {
      out.spans = printed_spans(unquoted(words[w]));
      script = true;
    } else {
      out.files.push_back(unquoted(words[w]));
    }
  }
  if (!quiet) return {};
  return out;
}

/// The number of `head -20`, `head -n 20`, `head -n20`; 10 where none is given, nothing where it
/// is no number of lines. Takes the files.
std::optional<std::int64_t> lines_asked(const Words& words, std::vector<std::string>& files) {
  std::int64_t count = 10;
  for (std::size_t w = 1; w < words.size(); ++w) {
    std::string_view word = words[w];
    if (!is_option(word)) {
      files.push_back(unquoted(word));
      continue;
    }
    word.remove_prefix(1);
    if (word == "n" && w + 1 < words.size()) {
      word = words[++w];
    } else if (word.starts_with('n')) {
      word.remove_prefix(1);
    }
    const auto number = parse_count(word);
    if (!number) return std::nullopt;
    count = *number;
  }
  return count;
}

/// What the first command of a pipe shows; nothing where it does not only show files.
std::optional<std::vector<ShownFile>> shown_by(const Words& words) {
  static constexpr std::array<std::string_view, 5> whole{"cat", "nl", "bat", "batcat", "less"};
  const std::string_view program = base_name(words[0]);
  std::vector<ShownFile> out;
  std::vector<std::string> files;
  if (is_one_of(program, whole)) {
    for (std::size_t w = 1; w < words.size(); ++w) {
      if (words[w] == "-r" || words[w].starts_with("--line-range")) return std::nullopt;
      if (!is_option(words[w])) out.push_back({unquoted(words[w]), {}, true});
    }
  } else if (program == "head" || program == "tail") {
    const auto count = lines_asked(words, files);
    if (!count) return std::nullopt;
    for (std::string& file : files) {
      const bool head = program == "head";
      out.push_back({std::move(file), head ? LineSpan{1, *count} : LineSpan{}, head});
    }
  } else if (program == "sed") {
    const Sed sed = read_sed(words);
    for (const std::string& file : sed.files) {
      for (const LineSpan& span : sed.spans) out.push_back({file, span, true});
    }
  }
  if (out.empty()) return std::nullopt;
  return out;
}

/// Narrows what is shown by a command behind a pipe. Returns whether lines are still shown.
bool narrow(std::vector<ShownFile>& shown, const Words& words) {
  const std::string_view program = base_name(words[0]);
  if (program == "cat" || program == "nl") return words.size() == 1 || is_option(words.back());
  if (shown.size() != 1) return false;
  ShownFile& only = shown.front();
  std::vector<std::string> files;
  if (program == "head") {
    const auto count = lines_asked(words, files);
    if (!count || !files.empty()) return false;
    only.lines.last = std::min(only.lines.last, only.lines.first + *count - 1);
    return true;
  }
  if (program == "tail") {
    only.exact = false;
    only.lines = {};
    return true;
  }
  const Sed sed = program == "sed" ? read_sed(words) : Sed();
  if (sed.spans.size() != 1 || !sed.files.empty() || !only.lines.is_whole_file()) return false;
  only.lines = sed.spans.front();
  return true;
}

/// Whether a command searches, given its words.
bool is_search(const Words& words) {
  static constexpr std::array<std::string_view, 14> programs{
      "grep", "egrep", "fgrep", "rg",     "ag",    "ack", "find",
      "fd",   "ls",    "tree",  "locate", "which", "du",  "stat"};
  static constexpr std::array<std::string_view, 5> of_git{"log", "grep", "ls-files", "branch",
                                                          "ls-tree"};
  const std::string_view program = base_name(words[0]);
  if (program == "git") {
    std::size_t at = 1;
    while (at < words.size() && is_option(words[at])) at += words[at] == "-C" ? 2 : 1;
    return at < words.size() && is_one_of(words[at], of_git) &&
           !is_one_of(std::string_view("-p"), words);
  }
  if (!is_one_of(program, programs)) return false;
  constexpr std::int64_t reading_on = 10;  // lines around a hit
  for (std::size_t w = 1; w < words.size(); ++w) {
    const std::string_view word = words[w];
    if (word == "-exec" || word == "-delete") return false;
    const bool around = word.starts_with("-A") || word.starts_with("-B") || word.starts_with("-C");
    if (!around || program == "ls" || program == "find") continue;
    std::string_view number = word.substr(2);
    if (number.empty() && w + 1 < words.size()) number = words[w + 1];
    if (parse_count(number).value_or(0) >= reading_on) return false;
  }
  return true;
}

bool is_filter(const Words& words) {
  static constexpr std::array<std::string_view, 11> programs{
      "head", "tail", "sort", "uniq", "wc", "cut", "tr", "column", "awk", "sed", "cat"};
  static constexpr std::array<std::string_view, 3> handed_on{"grep", "ls", "wc"};
  const std::string_view program = base_name(words[0]);
  if (program == "xargs") {
    return std::any_of(words.begin() + 1, words.end(),
                       [&](std::string_view word) { return is_one_of(word, handed_on); });
  }
  return is_one_of(program, programs) || is_search(words);
}

}  // namespace

std::vector<ShownFile> files_shown(std::string_view command, std::string_view folder) {
  std::vector<ShownFile> out;
  std::string here(folder);
  std::vector<ShownFile> now;  // of the pipe at hand
  for (const SimpleCommand& part : simple_commands(cut_utf8(command, longest_listing))) {
    const std::string_view program = base_name(part.words[0]);
    if (part.writes) return {};
    if (part.joint == Joint::pipe) {
      if (!now.empty() && !narrow(now, part.words)) return {};
      if (now.empty() && program != "head" && program != "tail") return {};
      continue;
    }
    out.insert(out.end(), now.begin(), now.end());
    now.clear();
    if (program == "cd" && part.words.size() == 2) {
      here = joined_path(here, unquoted(part.words[1]));
    } else if (!is_neutral(program)) {
      auto shown = shown_by(part.words);
      if (!shown || part.joint == Joint::otherwise) return {};
      for (ShownFile& file : *shown) file.file = joined_path(here, file.file);
      now = *std::move(shown);
    }
  }
  out.insert(out.end(), now.begin(), now.end());
  return out;
}

bool only_searches(std::string_view command) {
  bool any = false;
  for (const SimpleCommand& part : simple_commands(cut_utf8(command, longest_listing))) {
    const std::string_view program = base_name(part.words[0]);
    if (part.writes) return false;
    if (part.joint == Joint::pipe) {
      if (!is_filter(part.words)) return false;
    } else if (is_search(part.words)) {
      any = true;
    } else if (!is_neutral(program) && program != "cd") {
      return false;
    }
  }
  return any;
}

}  // namespace context_rot::transcript
