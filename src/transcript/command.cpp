#include "transcript/command.h"

#include <algorithm>
#include <array>
#include <vector>

#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::transcript {

namespace {

constexpr std::size_t longest = 4096;

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\r\n;";
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

template <typename List>
bool is_one_of(std::string_view word, const List& words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

enum class Joint { start, then, pipe, otherwise };

/// A part of a command line and what stands before it.
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
    const std::string_view text = without_blanks(line.substr(begin, end - begin));
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
    if (c == '\\') {
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

/// The words of a simple command, quotes kept, redirections left out.
std::vector<std::string_view> words_of(std::string_view text) {
  std::vector<std::string_view> out;
  std::size_t i = 0;
  while (i < text.size()) {
    if (is_blank(text[i])) {
      ++i;
      continue;
    }
    const std::size_t begin = i;
    char quote = 0;
    for (; i < text.size(); ++i) {
      if (quote == 0 && is_blank(text[i])) break;
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
  std::vector<std::string_view> kept;
  for (std::size_t w = 0; w < out.size(); ++w) {
    std::string_view word = out[w];
    while (!word.empty() && word[0] >= '0' && word[0] <= '9') word.remove_prefix(1);
    if (word.starts_with('>') || word.starts_with('<') || word.starts_with("&>")) {
      if (word == ">" || word == ">>" || word == "<" || word == "&>") ++w;  // and its file
      continue;
    }
    kept.push_back(out[w]);
  }
  return kept;
}

bool is_assignment(std::string_view word) {
  const std::size_t sign = word.find('=');
  if (sign == std::string_view::npos || sign == 0) return false;
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(sign), [](char c) {
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  });
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

std::string joined(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

/// The key of a runner: the program and its task. Empty where it is none.
std::string runner_key(const std::vector<std::string_view>& words) {
  static constexpr std::array<std::string_view, 12> with_task{"npm",    "yarn",    "pnpm",   "bun",
                                                              "cargo",  "go",      "dotnet", "mvn",
                                                              "gradle", "gradlew", "bazel",  "mix"};
  static constexpr std::array<std::string_view, 18> alone{
      "make", "ninja", "ctest",   "pytest", "jest", "vitest", "mocha", "tsc",   "eslint",
      "tox",  "rspec", "phpunit", "mypy",   "ruff", "cmake",  "rake",  "meson", "playwright"};
  static constexpr std::array<std::string_view, 6> starters{"npx",    "bunx",   "uv",
                                                            "poetry", "bundle", "pipenv"};
  static constexpr std::array<std::string_view, 9> installing{
      "install", "i", "add", "remove", "uninstall", "get", "exec", "dlx", "create"};
  std::size_t at = 0;
  if (at < words.size() && is_one_of(words[at], starters)) {
    ++at;
    while (at < words.size() &&
           (words[at] == "run" || words[at] == "exec" || words[at].starts_with('-'))) {
      ++at;
    }
  }
  if (at + 2 < words.size() && base_name(words[at]).starts_with("python") &&
      words[at + 1] == "-m") {
    at += 2;
  }
  if (at >= words.size()) return {};
  const std::string_view program = base_name(words[at]);
  if (is_one_of(program, alone)) return std::string(program);
  if (!is_one_of(program, with_task)) return {};
  std::string key(program);
  std::size_t tasks = 0;
  for (++at; at < words.size() && tasks < 1; ++at) {
    if (words[at] == "run" || words[at].starts_with('-')) continue;
    // `npm install a` and `npm install b` are two things
    if (is_one_of(words[at], installing)) return {};
    key += ' ';
    key += words[at];
    ++tasks;
  }
  return tasks > 0 ? key : std::string();
}

bool is_option(std::string_view word) {
  return word.size() > 1 && word[0] == '-';
}

}  // namespace

CommandGist gist_of_command(std::string_view command) {
  static constexpr std::array<std::string_view, 14> filters{"head", "tail", "grep", "egrep", "rg",
                                                            "sed",  "awk",  "sort", "uniq",  "wc",
                                                            "cut",  "tee",  "less", "cat"};
  static constexpr std::array<std::string_view, 8> preparing{"cd",  "export", "source", ".",
                                                             "set", "pushd",  "mkdir",  "sleep"};
  CommandGist gist;
  const std::vector<Part> parts = parts_of(cut_utf8(command, longest));
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    std::vector<std::string_view> now = words_of(part.text);
    drop_wrapping(now);
    if (now.empty()) continue;
    if (part.joint == Joint::pipe || part.joint == Joint::otherwise) {
      gist.hides_status = true;
      if (part.joint == Joint::otherwise || is_one_of(base_name(now[0]), filters)) continue;
    }
    const bool first = words.empty();
    if (first && is_one_of(now[0], preparing) && i + 1 < parts.size()) continue;
    if (!first) {
      // `make && ./run`: a runner gives its name to the whole; else all of it counts
      if (now[0] == "echo") {
        gist.hides_status = true;  // "make; echo $?"
        continue;
      }
      words.push_back(part.joint == Joint::pipe ? "|" : "&&");
    }
    words.insert(words.end(), now.begin(), now.end());
  }
  gist.shown = joined(words);
  if (gist.shown.empty()) gist.shown = std::string(without_blanks(cut_utf8(command, longest)));
  gist.key = runner_key(words);
  gist.runner = !gist.key.empty();
  if (!gist.runner) {
    std::vector<std::string_view> kept;
    std::copy_if(words.begin(), words.end(), std::back_inserter(kept),
                 [](std::string_view word) { return !is_option(word); });
    gist.key = kept.empty() ? gist.shown : joined(kept);
  }
  return gist;
}

}  // namespace context_rot::transcript
