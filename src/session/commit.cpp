#include "session/commit.h"

#include <algorithm>
#include <optional>

#include "util/excerpt.h"
#include "util/shell_word.h"
#include "util/trim.h"

namespace context_rot::session {

namespace {

using std::string_view;

constexpr std::size_t subject_bytes = 160;
constexpr std::size_t command_bytes = 64u << 10;

bool is_hash(string_view word) {
  return word.size() >= 7 && word.size() <= 40 &&
         word.find_first_not_of("0123456789abcdef") == string_view::npos;
}

/// "[main 4f1c2aa] add the timer"
std::vector<std::string> printed_commits(string_view result) {
  std::vector<std::string> out;
  while (!result.empty()) {
    const string_view line = take_line(result);
    const std::size_t close = line.find("] ");
    if (!line.starts_with('[') || close == string_view::npos || close > 120) continue;
    const std::size_t space = line.rfind(' ', close);
    if (space == string_view::npos) continue;
    const string_view hash = line.substr(space + 1, close - space - 1);
    if (is_hash(hash)) {
      out.push_back(std::string(hash) + ": " + excerpt(line.substr(close + 2), subject_bytes));
    }
  }
  return out;
}

/// The first line of the here-document that opens at or behind `at`; empty where none does.
string_view here_document(string_view command, std::size_t at) {
  const std::size_t open = command.find("<<", at);
  const std::size_t feed = open == string_view::npos ? open : command.find('\n', open);
  if (feed == string_view::npos) return {};
  string_view rest = command.substr(feed + 1);
  while (!rest.empty()) {
    const string_view line = take_line(rest);
    if (line.find_first_not_of(" \t\r") != string_view::npos) return line;
  }
  return {};
}

/// What the options of `git commit`, which begin at `at`, say of the message; where they end.
struct Message {
  std::string subject;
  std::size_t end = 0;
};

Message message_at(string_view command, std::size_t at) {
  Message out;
  while (const auto word = next_shell_word(command, at)) {
    out.end = at = word->end;
    const string_view text = word->text;
    const bool takes = text == "-m" || text == "--message" ||
                       (text.size() > 2 && text[0] == '-' && text[1] != '-' && text.back() == 'm');
    std::string value;
    if (takes) {
      const auto next = next_shell_word(command, at);
      if (!next) return out;
      out.end = at = next->end;
      value = next->text;
    } else if (text.starts_with("--message=")) {
      value = text.substr(10);
    } else if (text == "-F" || text == "--file=-" || text == "-F-") {
      out.subject = here_document(command, at);
      return out;
    } else {
      continue;
    }
    if (!out.subject.empty()) continue;  // a second -m is the body
    out.subject = value.starts_with("$(cat") ? std::string(here_document(value, 0)) : value;
  }
  return out;
}

/// Where a commit's options begin: behind "git", its own options, and "commit".
std::optional<std::size_t> commit_from(string_view command, std::size_t at) {
  for (std::size_t git = command.find("git ", at); git != string_view::npos;
       git = command.find("git ", git + 1)) {
    if (git > 0 && string_view(" ;&|(\n").find(command[git - 1]) == string_view::npos) continue;
    std::size_t end = git + 3;
    for (auto word = next_shell_word(command, end); word; word = next_shell_word(command, end)) {
      end = word->end;
      if (word->text == "commit") return end;
      if (word->text == "-C" || word->text == "-c") {
        const auto value = next_shell_word(command, end);
        if (value) end = value->end;
      } else if (!word->text.starts_with('-')) {
        break;
      }
    }
  }
  return std::nullopt;
}

/// "1a2b3c4" of a line "1a2b3c4 subject" in the output.
std::string shown_hash(string_view result, string_view subject) {
  while (!result.empty()) {
    const string_view line = take_line(result);
    const std::size_t space = line.find(' ');
    if (space != string_view::npos && is_hash(line.substr(0, space)) &&
        line.substr(space + 1).ends_with(subject)) {
      return std::string(line.substr(0, space)) + ": ";
    }
  }
  return {};
}

}  // namespace

std::vector<std::string> commits_of(const transcript::ToolUse& use) {
  if (use.action != transcript::Action::run || !use.succeeded()) return {};
  const string_view command = string_view(use.command).substr(0, command_bytes);
  if (command.find("commit") == string_view::npos) return {};
  std::vector<std::string> out = printed_commits(use.result);
  if (!out.empty()) return out;
  std::size_t at = 0;
  constexpr std::size_t most = 20;
  while (out.size() < most) {
    const auto begin = commit_from(command, at);
    if (!begin) break;
    const Message message = message_at(command, *begin);
    at = std::max(*begin, message.end);
    if (command.substr(*begin, at - *begin).find("--dry-run") != string_view::npos) continue;
    const std::string subject = excerpt(message.subject, subject_bytes);
    if (!subject.empty()) out.push_back(shown_hash(use.result, subject) + subject);
  }
  return out;
}

}  // namespace context_rot::session
