#include "transcript/command.h"

#include <algorithm>
#include <array>
#include <vector>

#include "transcript/shell_line.h"
#include "util/one_of.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::transcript {

namespace {

constexpr std::size_t longest = 4096;

constexpr std::string_view around_command = " \t\r\n;";

std::string joined(const std::vector<std::string_view>& words) {
  std::string out;
  for (const std::string_view word : words) {
    if (!out.empty()) out += ' ';
    out += word;
  }
  return out;
}

/// A call of a runner.
struct Run {
  std::string key;         ///< the program and its task; empty where it is none
  std::size_t behind = 0;  ///< the first word that says what of all it is to run
};

Run run_of(const std::vector<std::string_view>& words) {
  static constexpr std::array<std::string_view, 15> with_task{
      "npm",    "yarn",    "pnpm",  "bun", "cargo", "go",   "dotnet", "mvn",
      "gradle", "gradlew", "bazel", "mix", "mise",  "just", "swift"};
  static constexpr std::array<std::string_view, 20> alone{
      "make",  "ninja",  "ctest", "pytest",     "jest",       "vitest", "mocha",
      "tsc",   "eslint", "tox",   "rspec",      "phpunit",    "mypy",   "ruff",
      "cmake", "rake",   "meson", "playwright", "xcodebuild", "biome"};
  static constexpr std::array<std::string_view, 6> starters{"npx",    "bunx",   "uv",
                                                            "poetry", "bundle", "pipenv"};
  static constexpr std::array<std::string_view, 11> installing{
      "install", "i", "add", "remove", "uninstall", "get", "exec", "create", "dlx", "use", "trust"};
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
  if (is_one_of(program, alone)) return {std::string(program), at + 1};
  if (!is_one_of(program, with_task)) return {};
  for (++at; at < words.size(); ++at) {
    if (words[at] == "run" || is_option(words[at])) continue;
    // `npm install a` and `npm install b` are two things
    if (is_one_of(words[at], installing)) return {};
    // `yarn vitest` is vitest
    if (is_one_of(words[at], alone)) return {std::string(words[at]), at + 1};
    return {std::string(program) + ' ' + std::string(words[at]), at + 1};
  }
  return {};
}

/// What a runner is to run of all that it could: its words behind the task, without options.
std::string selectors(const std::vector<std::string_view>& words, std::size_t behind) {
  std::vector<std::string_view> out;
  for (std::size_t w = behind; w < words.size(); ++w) {
    if (!is_option(words[w]) && words[w] != "run") out.push_back(words[w]);
  }
  return joined(out);
}

/// The part behind the group that `parts[at]` opens: `{ ...; }` or `( ... )`.
std::size_t behind_group(const std::vector<SimpleCommand>& parts, std::size_t at) {
  const std::string_view close = parts[at].words[0].starts_with('(') ? ")" : "}";
  while (at < parts.size() && !parts[at].words.back().ends_with(close)) ++at;
  return at + 1;
}

bool opens_group(const SimpleCommand& part) {
  return part.words[0] == "{" || part.words[0].starts_with('(');
}

/// The rest of a command from a part on, on one line: a loop is named whole.
std::string rest_from(std::string_view command, const SimpleCommand& part) {
  const auto begin = static_cast<std::size_t>(part.text.data() - command.data());
  std::string out(trimmed(command.substr(begin), around_command));
  std::replace(out.begin(), out.end(), '\n', ' ');
  return out;
}

}  // namespace

CommandGist gist_of_command(std::string_view command) {
  static constexpr std::array<std::string_view, 14> filters{"head", "tail", "grep", "egrep", "rg",
                                                            "sed",  "awk",  "sort", "uniq",  "wc",
                                                            "cut",  "tee",  "less", "cat"};
  static constexpr std::array<std::string_view, 8> preparing{"cd",  "export", "source", ".",
                                                             "set", "pushd",  "mkdir",  "sleep"};
  CommandGist gist;
  static constexpr std::array<std::string_view, 5> compound{"for", "while", "until", "if", "case"};
  command = cut_utf8(command, longest);
  const std::vector<SimpleCommand> parts = simple_commands(command);
  std::vector<std::string_view> words;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const SimpleCommand& part = parts[i];
    const std::vector<std::string_view>& now = part.words;
    if (part.joint == Joint::pipe || part.joint == Joint::otherwise) {
      gist.hides_status = true;
      const bool filter = is_one_of(base_name(now[0]), filters);
      if (filter) gist.filters += "| " + joined(now) + ' ';
      if (part.joint == Joint::otherwise && opens_group(part)) i = behind_group(parts, i) - 1;
      if (part.joint == Joint::otherwise || filter) continue;
    }
    const bool first = words.empty();
    if (first && is_one_of(now[0], preparing) && i + 1 < parts.size()) continue;
    if (first && is_one_of(now[0], compound)) {
      gist.shown = gist.key = rest_from(command, part);
      return gist;
    }
    if (!first && now[0] == "echo") {
      gist.hides_status = true;  // "make; echo $?"
      continue;
    }
    if (part.joint != Joint::pipe) {
      Run run = run_of(now);
      gist.others = gist.others || run.key.empty();
      if (!gist.runner && !run.key.empty()) {
        gist.runner = true;
        gist.selects = selectors(now, run.behind);
        gist.key = std::move(run.key);
      }
    }
    if (!first) words.push_back(part.joint == Joint::pipe ? "|" : "&&");
    words.insert(words.end(), now.begin(), now.end());
  }
  gist.shown = joined(words);
  if (gist.shown.empty()) gist.shown = std::string(trimmed(command, around_command));
  if (!gist.runner) {
    std::vector<std::string_view> kept;
    std::copy_if(words.begin(), words.end(), std::back_inserter(kept),
                 [](std::string_view word) { return !is_option(word); });
    gist.key = kept.empty() ? gist.shown : joined(kept);
  }
  return gist;
}

}  // namespace context_rot::transcript
