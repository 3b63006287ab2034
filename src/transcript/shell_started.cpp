#include "transcript/shell_started.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "util/ascii.h"
#include "util/one_of.h"

namespace context_rot::transcript {

namespace {

using CallWords = std::span<const std::string>;

/// A program that starts what stands behind its options.
struct Starter {
  std::string_view name;
  std::string_view takes_value = {};  ///< options with a value behind them, each between spaces
  std::size_t operands = 0;           ///< words that come first: the 60 of `timeout 60`
  std::string_view verbs = {};        ///< the word that has to come first: `uv run`
};

constexpr std::array starters{
    Starter{"sudo", " -u --user -g --group -h --host -p --prompt -C -T -R -D -r -t -U "},
    Starter{"doas", " -u -C "},
    Starter{"env", " -u --unset -C --chdir "},
    Starter{"nice", " -n --adjustment "},
    Starter{"ionice", " -c -n -p "},
    Starter{"nohup"},
    Starter{"setsid"},
    Starter{"time", " -f -o "},
    Starter{"timeout", " -s --signal -k --kill-after ", 1},
    Starter{"stdbuf", " -i -o -e "},
    Starter{"chronic"},
    Starter{"strace", " -o -e -p -s "},
    Starter{"chroot", "", 1},
    Starter{"flock", " -w --timeout -E ", 1},
    Starter{"taskset", "", 1},
    Starter{"xargs", " -I -i -n -P -L -d -E -s -a --max-args --max-procs --arg-file --delimiter "},
    Starter{"parallel", " -j --jobs "},
    Starter{"watch", " -n --interval "},
    Starter{"command"},
    Starter{"builtin"},
    Starter{"exec", " -a "},
    Starter{"npx", " -p --package -w --workspace "},
    Starter{"pnpx", " -p --package "},
    Starter{"bunx", " -p --package "},
    Starter{"npm", " -p --package -w --workspace ", 0, " exec x "},
    Starter{"pnpm", " --package -C --dir ", 0, " exec dlx "},
    Starter{"yarn", " -p --package ", 0, " exec dlx "},
    Starter{"bun", "", 0, " x "},
    Starter{"uv", " --with --python -p --project --directory ", 0, " run "},
    Starter{"poetry", "", 0, " run "},
    Starter{"pipenv", "", 0, " run "},
    Starter{"bundle", "", 0, " exec "},
    Starter{"mise", "", 0, " exec x "},
    Starter{"dotenv", " -e -f "},
    Starter{"corepack"},
};

bool holds(std::string_view list, std::string_view word) {
  const std::size_t at = list.find(word);
  return !word.empty() && at != std::string_view::npos && at > 0 && list[at - 1] == ' ' &&
         at + word.size() < list.size() && list[at + word.size()] == ' ';
}

bool is_setting(std::string_view word) {
  const std::size_t sign = word.find('=');
  return sign != std::string_view::npos && sign > 0 &&
         std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(sign), is_word_char);
}

bool is_flag(std::string_view word) {
  return word.size() > 1 && word.front() == '-';
}

/// The word behind the options that begin at `at`.
std::size_t behind_options(CallWords words, std::size_t at, std::string_view takes_value) {
  while (at < words.size() && is_flag(words[at])) {
    if (words[at] == "--") return at + 1;
    at += holds(takes_value, words[at]) ? 2 : 1;
  }
  return std::min(at, words.size());
}

std::vector<std::string> from(CallWords words, std::size_t at) {
  const CallWords rest = words.subspan(std::min(at, words.size()));
  return {rest.begin(), rest.end()};
}

std::string joined_from(CallWords words, std::size_t at) {
  std::string out;
  for (; at < words.size(); ++at) out += (out.empty() ? "" : " ") + words[at];
  return out;
}

/// The value of an option such as -c; `words.size()` where it is not there.
std::size_t value_of(CallWords words, std::string_view option, std::string_view other = {}) {
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    if (words[i] == option || (!other.empty() && words[i] == other)) return i + 1;
    if (!is_flag(words[i])) break;
  }
  return words.size();
}

/// The script of `sh -c`, also where -c stands among other letters (`bash -lc`).
Started started_by_shell(CallWords words) {
  Started out;
  std::size_t at = 1;
  for (; at < words.size() && is_flag(words[at]); ++at) {
    const std::string& word = words[at];
    if (word[1] != '-' && word.find('c') != std::string::npos) {
      at = behind_options(words, at + 1, "");
      if (at < words.size()) out.scripts.push_back(words[at]);
      return out;
    }
    if (word == "-o" || word == "-O") ++at;
    if (word == "-s") {
      out.reads_script = true;
      return out;
    }
  }
  out.reads_script = at >= words.size() || words[at] == "-";
  return out;
}

/// `find . -exec rm {} ;`
Started started_by_find(CallWords words) {
  static constexpr std::array<std::string_view, 4> options{"-exec", "-execdir", "-ok", "-okdir"};
  Started out;
  for (std::size_t i = 1; i < words.size(); ++i) {
    if (!is_one_of(std::string_view(words[i]), options)) continue;
    std::size_t end = i + 1;
    while (end < words.size() && words[end] != ";" && words[end] != "+") ++end;
    if (end > i + 1) out.calls.push_back(from(words.first(end), i + 1));
    i = end;
  }
  return out;
}

Started started_behind(const Starter& starter, CallWords words) {
  Started out;
  std::size_t at = behind_options(words, 1, starter.takes_value);
  if (!starter.verbs.empty()) {
    if (at >= words.size() || !holds(starter.verbs, words[at])) return out;
    at = behind_options(words, at + 1, starter.takes_value);
  }
  while (at < words.size() && is_setting(words[at])) ++at;
  at += starter.operands;
  if (at < words.size()) out.calls.push_back(from(words, at));
  return out;
}

}  // namespace

std::string program_name(const std::string& word) {
  return word.substr(word.rfind('/') + 1);
}

Started started_by(CallWords words) {
  static constexpr std::array<std::string_view, 6> shells{"sh",   "bash", "zsh",
                                                          "dash", "ksh",  "ash"};
  if (words.empty()) return {};
  const std::string name = program_name(words[0]);
  if (is_one_of(std::string_view(name), shells)) return started_by_shell(words);
  if (name == "find") return started_by_find(words);
  if (name == "eval") return {{}, {joined_from(words, 1)}, false};
  if (name == "trap")
    return {{}, words.size() > 2 ? from(words.first(2), 1) : from(words, 2), false};
  if (name == "watch") {
    return {{}, {joined_from(words, behind_options(words, 1, " -n --interval "))}, false};
  }
  if (name == "command" && words.size() > 1 && (words[1] == "-v" || words[1] == "-V")) return {};
  // What these are given as one text is for a shell.
  if (name == "su" || name == "npx" || name == "npm" || name == "flock") {
    const std::size_t at =
        value_of(words, "-c", name == "npx" || name == "npm" ? "--call" : "--command");
    if (at < words.size()) return {{}, {words[at]}, false};
  }
  if (name == "env") {
    const std::size_t at = value_of(words, "-S", "--split-string");
    if (at < words.size()) return {{}, {joined_from(words, at)}, false};
  }
  const auto starter = std::find_if(starters.begin(), starters.end(),
                                    [&](const Starter& one) { return one.name == name; });
  return starter == starters.end() ? Started() : started_behind(*starter, words);
}

}  // namespace context_rot::transcript
