#include "transcript/shell_line.h"

#include <algorithm>
#include <array>

#include "util/ascii.h"
#include "util/one_of.h"
#include "util/trim.h"

namespace context_rot::transcript {

namespace {

constexpr std::size_t npos = std::string_view::npos;

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

constexpr std::string_view separators = " \t\r\n;";

/// A part of a line and what stands before it.
struct Part {
  Joint joint = Joint::start;
  std::string_view text;
};

/// The simple commands of a line: cut at && ; | || and line ends outside quotes.
std::vector<Part> parts_of(std::string_view line) {
  std::vector<Part> out;
  Joint joint = Joint::start;
  std::size_t begin = 0;
  char quote = 0;
  const auto close = [&](std::size_t end, Joint next, std::size_t length) {
    const std::string_view text = trimmed(line.substr(begin, end - begin), separators);
    if (!text.empty()) out.push_back({joint, text});
    joint = next;
    begin = end + length;
  };
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    if (quote != 0) {
      if (c == '\\' && quote == '"') ++i;
      if (c == quote) quote = 0;
      continue;
    }
    const bool twice = i + 1 < line.size() && line[i + 1] == c;
    if (c == '#' && trimmed(line.substr(begin, i - begin), separators).empty()) {
      while (i < line.size() && line[i] != '\n') ++i;  // a comment
      begin = i + 1;
    } else if (c == '\\') {
      ++i;
    } else if (c == '\'' || c == '"') {
      quote = c;
    } else if (c == '&' && twice) {
      close(i, Joint::then, 2);
      ++i;
    } else if (c == '|') {
      close(i, twice ? Joint::otherwise : Joint::pipe, twice ? 2 : 1);
      i += twice ? 1 : 0;
    } else if (c == ';' || c == '\n') {
      close(i, Joint::then, 1);
    }
  }
  close(line.size(), Joint::then, 0);
  return out;
}

/// A backslash that lets a line go on.
bool goes_on(std::string_view text, std::size_t at) {
  return text[at] == '\\' && at + 1 < text.size() && text[at + 1] == '\n';
}

/// All words, quotes kept.
std::vector<std::string_view> all_words(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t i = 0;
  while (i < text.size()) {
    if (is_blank(text[i]) || goes_on(text, i)) {
      i += is_blank(text[i]) ? 1 : 2;
      continue;
    }
    const std::size_t begin = i;
    char quote = 0;
    for (; i < text.size(); ++i) {
      if (quote == 0 && (is_blank(text[i]) || goes_on(text, i))) break;
      if (text[i] == '\\' && quote != '\'') {
        ++i;
      } else if (quote == 0 && (text[i] == '\'' || text[i] == '"')) {
        quote = text[i];
      } else if (text[i] == quote) {
        quote = 0;
      }
    }
    out.push_back(text.substr(begin, std::min(i, text.size()) - begin));
  }
  return out;
}

/// Takes the redirections out. Returns whether one of them writes a file.
bool take_redirections(std::vector<std::string_view>& words) {
  std::vector<std::string_view> kept;
  bool writes = false;
  for (std::size_t w = 0; w < words.size(); ++w) {
    std::string_view word = words[w];
    while (!word.empty() && is_digit(word[0])) word.remove_prefix(1);
    if (!word.starts_with('>') && !word.starts_with('<') && !word.starts_with("&>")) {
      kept.push_back(words[w]);
      continue;
    }
    const bool apart = word == ">" || word == ">>" || word == "<" || word == "&>" || word == ">|";
    const bool out = word[0] != '<';
    std::string_view file = word.substr(std::min(word.find_first_not_of("<>&|"), word.size()));
    if (apart) file = ++w < words.size() ? words[w] : std::string_view();
    const bool stream = !apart && word.starts_with(">&");
    writes = writes || (out && !stream && file != "/dev/null");
  }
  words = std::move(kept);
  return writes;
}

bool is_assignment(std::string_view word) {
  const std::size_t sign = word.find('=');
  if (sign == npos || sign == 0) return false;
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(sign), is_word_char);
}

/// Words in front that do not change what a command is about.
void drop_wrapping(std::vector<std::string_view>& words) {
  static constexpr std::array<std::string_view, 6> wrappers{"sudo", "env",   "nice",
                                                            "time", "nohup", "command"};
  std::size_t at = 0;
  while (at < words.size()) {
    if (is_assignment(words[at]) || is_one_of(words[at], wrappers)) {
      ++at;
    } else if (words[at] == "timeout") {
      ++at;
      while (at < words.size() && words[at].starts_with('-')) ++at;
      if (at < words.size()) ++at;
    } else {
      break;
    }
  }
  words.erase(words.begin(), words.begin() + static_cast<std::ptrdiff_t>(at));
}

}  // namespace

std::vector<SimpleCommand> simple_commands(std::string_view line) {
  std::vector<SimpleCommand> out;
  for (const Part& part : parts_of(line)) {
    SimpleCommand command{part.joint, part.text, all_words(part.text), false};
    command.writes = take_redirections(command.words);
    drop_wrapping(command.words);
    if (!command.words.empty()) out.push_back(std::move(command));
  }
  return out;
}

std::string unquoted(std::string_view word) {
  std::string out;
  char quote = 0;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = word[i];
    if (c == '\\' && quote != '\'' && i + 1 < word.size()) {
      out += word[++i];
    } else if (quote == 0 && (c == '\'' || c == '"')) {
      quote = c;
    } else if (quote != 0 && c == quote) {
      quote = 0;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace context_rot::transcript
