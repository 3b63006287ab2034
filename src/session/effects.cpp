#include "session/effects.h"

#include <algorithm>
#include <array>
#include <vector>

#include "transcript/shell_line.h"
#include "util/one_of.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::session {

namespace {

constexpr std::size_t longest_line = 4096;

using CommandWords = std::vector<std::string_view>;

/// The command of git that is called; empty for another program.
std::string_view command_of_git(const CommandWords& words) {
  // "(git push)" runs in a shell of its own.
  if (base_name(trimmed(words[0], "(")) != "git") return {};
  std::size_t at = 1;
  while (at < words.size() && transcript::is_option(words[at])) {
    at += words[at] == "-C" || words[at] == "-c" ? 2 : 1;
  }
  return at < words.size() ? trimmed(words[at], ")") : std::string_view();
}

/// Whether a request of `gh api` or `curl` changes something: by its method, or by fields
/// that it sends.
bool sends(const CommandWords& words) {
  static constexpr std::array<std::string_view, 4> methods{"POST", "PUT", "PATCH", "DELETE"};
  for (std::size_t w = 1; w < words.size(); ++w) {
    const std::string_view word = words[w];
    if (is_one_of(word, methods)) return true;
    if (word.starts_with("-X") && is_one_of(word.substr(2), methods)) return true;
    const std::size_t sign = word.find('=');
    if (word.starts_with("--method") && sign != std::string_view::npos) {
      return is_one_of(word.substr(sign + 1), methods);
    }
  }
  return false;
}

bool is_changing(const CommandWords& words) {
  static constexpr std::array<std::string_view, 6> programs{"rm",   "mv",    "rmdir",
                                                            "kill", "pkill", "unlink"};
  static constexpr std::array<std::string_view, 13> of_git{
      "push",        "commit", "merge", "rebase", "tag",  "reset", "revert",
      "cherry-pick", "rm",     "mv",    "stash",  "pull", "am"};
  static constexpr std::array<std::string_view, 10> of_gh{
      "create", "merge", "close", "reopen", "edit", "comment", "review", "delete", "ready", "run"};
  static constexpr std::array<std::string_view, 5> anywhere{"publish", "deploy", "release", "apply",
                                                            "upload"};
  const std::string_view program = base_name(words[0]);
  if (is_one_of(program, programs)) return true;
  if (is_one_of(command_of_git(words), of_git)) return true;
  if (program == "gh" && words.size() > 2) {
    return words[1] == "api" ? sends(words) : words[1] != "run" && is_one_of(words[2], of_gh);
  }
  if (program == "curl") return sends(words);
  return words.size() > 1 && is_one_of(words[1], anywhere);
}

}  // namespace

bool changes_something(std::string_view command) {
  const auto commands = transcript::simple_commands(cut_utf8(command, longest_line));
  return std::any_of(commands.begin(), commands.end(),
                     [](const transcript::SimpleCommand& one) { return is_changing(one.words); });
}

bool hands_in(std::string_view command) {
  const auto all = transcript::simple_commands(cut_utf8(command, longest_line));
  return std::any_of(all.begin(), all.end(), [](const transcript::SimpleCommand& one) {
    const CommandWords& words = one.words;
    if (is_one_of("--dry-run", words)) return false;
    if (is_one_of(command_of_git(words), {"commit", "push", "merge"})) return true;
    const bool request = words.size() > 2 && ((words[0] == "gh" && words[1] == "pr") ||
                                              (words[0] == "glab" && words[1] == "mr"));
    return request && is_one_of(words[2], {"create", "merge"});
  });
}

bool commits(std::string_view command) {
  if (command.find("commit") == std::string_view::npos) return false;
  const auto all = transcript::simple_commands(cut_utf8(command, longest_line));
  return std::any_of(all.begin(), all.end(), [](const transcript::SimpleCommand& one) {
    return command_of_git(one.words) == "commit";
  });
}

}  // namespace context_rot::session
