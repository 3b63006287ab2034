#include "transcript/client_text.h"

#include <algorithm>
#include <array>

#include "util/trim.h"

namespace context_rot::transcript {

namespace {

using std::string_view;

/// How a tag of the client is used.
enum class Tag : std::uint8_t {
  around,   ///< stands beside what a person typed
  command,  ///< a command and what it printed
  message,  ///< a message of a machine, as a prompt
};

struct KnownTag {
  string_view name;
  Tag tag;
  bool to_end = false;  ///< not closed: goes to the end of the text
};

/// The client's own list (2.1.332), and what older ones had.
constexpr std::array tags{
    KnownTag{"system-reminder", Tag::around, true},
    KnownTag{"system_reminder", Tag::around, true},
    KnownTag{"ide_selection", Tag::around, true},
    KnownTag{"ide_opened_file", Tag::around, true},
    KnownTag{"ide_diagnostics", Tag::around},
    KnownTag{"local-command-stdout", Tag::command, true},
    KnownTag{"local-command-stderr", Tag::command},
    KnownTag{"local-command-caveat", Tag::command},
    KnownTag{"command-name", Tag::command},
    KnownTag{"command-message", Tag::command},
    KnownTag{"command-args", Tag::command},
    KnownTag{"command-contents", Tag::command},
    KnownTag{"bash-input", Tag::command},
    KnownTag{"bash-stdout", Tag::command},
    KnownTag{"bash-stderr", Tag::command},
    KnownTag{"bash-exit-code", Tag::command},
    KnownTag{"user-memory-input", Tag::command},
    KnownTag{"terminal", Tag::around},
    KnownTag{"browser", Tag::around},
    KnownTag{"browser_instruction", Tag::around},
    KnownTag{"fork-boilerplate", Tag::around},
    KnownTag{"function_results", Tag::around},
    KnownTag{"tool_use_error", Tag::around},
    KnownTag{"sandbox_violations", Tag::around},
    KnownTag{"persisted-output", Tag::around},
    KnownTag{"total_tokens", Tag::around},
    KnownTag{"fetched-web-content", Tag::around},
    KnownTag{"untrusted-widget-state", Tag::around},
    KnownTag{"artifact-origin-notes", Tag::around},
    KnownTag{"artifact-stored-declaration", Tag::around},
    KnownTag{"user-prompt-submit-hook", Tag::around},
    KnownTag{"session-start-hook", Tag::around},
    KnownTag{"post-tool-use-hook", Tag::around},
    KnownTag{"task-notification", Tag::message},
    KnownTag{"background-task", Tag::message},
    KnownTag{"agent-message", Tag::message},
    KnownTag{"teammate-message", Tag::message},
    KnownTag{"cross-session-message", Tag::message},
    KnownTag{"coordinator-relay", Tag::message},
    KnownTag{"remote-review", Tag::message},
    KnownTag{"slack-ping", Tag::message},
    KnownTag{"slack-tag-message", Tag::message},
    KnownTag{"voice-call-talk", Tag::message},
    KnownTag{"channel", Tag::message},
    KnownTag{"tick", Tag::message},
    KnownTag{"mcp-resource-update", Tag::message},
    KnownTag{"mcp-polling-update", Tag::message},
};

constexpr std::array sentences{
    string_view("[Request interrupted"),
    string_view("Caveat: The messages below"),
    string_view("This session is being continued from a previous conversation"),
    string_view("[SYSTEM NOTIFICATION"),
};

/// The tag that opens at the beginning of the text; tags.end() where none does.
auto tag_at(string_view text) {
  if (!text.starts_with('<')) return tags.end();
  const std::size_t end = text.find_first_of("> \n/", 1);
  const string_view name = text.substr(1, end == string_view::npos ? end : end - 1);
  return std::find_if(tags.begin(), tags.end(), [&](const KnownTag& t) { return t.name == name; });
}

/// Where the block that `tag` opens at the front of `text` ends; npos where it is not closed.
std::size_t end_of_block(string_view text, string_view name) {
  const std::string close = "</" + std::string(name) + ">";
  const std::size_t end = text.find(close);
  return end == string_view::npos ? end : end + close.size();
}

/// What stands between <name> and </name>; empty where it does not.
string_view inside(string_view text, string_view name) {
  const std::string open = "<" + std::string(name) + ">";
  const std::size_t begin = text.find(open);
  if (begin == string_view::npos) return {};
  text.remove_prefix(begin + open.size());
  const std::size_t end = text.find("</" + std::string(name) + ">");
  return end == string_view::npos ? string_view() : text.substr(0, end);
}

}  // namespace

bool is_client_text(string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const auto tag = tag_at(text);
  if (tag != tags.end() && tag->tag != Tag::around) return true;
  return std::any_of(sentences.begin(), sentences.end(),
                     [&](string_view opening) { return text.starts_with(opening); }) ||
         text.starts_with("<user-prompt-submit-hook") || text.starts_with("<session-start-hook");
}

bool is_machine_message(string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
  const auto tag = tag_at(text);
  return tag != tags.end() && tag->tag == Tag::message;
}

std::string without_client_blocks(string_view text) {
  std::string out;
  std::array<bool, tags.size()> unclosed{};  // each is looked for to the end of the text once
  while (!text.empty()) {
    const std::size_t at = std::min(text.find('<'), text.size());
    out += text.substr(0, at);
    text.remove_prefix(at);
    if (text.empty()) break;
    const auto tag = tag_at(text);
    std::size_t end = string_view::npos;
    if (tag != tags.end()) {
      const auto place = static_cast<std::size_t>(tag - tags.begin());
      if (!unclosed[place]) end = end_of_block(text, tag->name);
      unclosed[place] = end == string_view::npos;
      if (unclosed[place] && tag->to_end) break;
    }
    if (end == string_view::npos) {
      out += '<';
      text.remove_prefix(1);
    } else {
      text.remove_prefix(end);
    }
  }
  return out;
}

string_view without_client_closing(string_view summary) {
  static constexpr std::array closings{
      string_view("If you need specific details from before compaction"),
      string_view("Continue the conversation from where it left off"),
      string_view("Please continue the conversation from where we left it off"),
      string_view("Please continue the conversation from where we left off"),
      string_view("The messages after this summary are the most recent messages"),
      string_view("Recent messages are preserved verbatim"),
      string_view("Note: part of the earlier conversation was too large"),
      string_view("The summarized conversation included text marked as"),
  };
  // "Note:" on a line of its own, and then how many results were too large.
  const auto tells_of_results = [&](string_view line, string_view rest) {
    if (line != "Note:") return false;
    rest.remove_prefix(std::min(rest.find_first_not_of("0123456789"), rest.size()));
    return rest.starts_with(" tool result");
  };
  for (std::size_t at = 0; at < summary.size();) {
    const std::size_t end = std::min(summary.find('\n', at), summary.size());
    const string_view line = trimmed(summary.substr(at, end - at));
    const string_view rest = summary.substr(std::min(end + 1, summary.size()));
    if (tells_of_results(line, rest) ||
        std::any_of(closings.begin(), closings.end(),
                    [&](string_view opening) { return line.starts_with(opening); })) {
      return summary.substr(0, at);
    }
    at = end + 1;
  }
  return summary;
}

std::string called_command(string_view text) {
  std::string out(trimmed(inside(text, "command-name")));
  if (out.empty()) out = trimmed(inside(text, "command-message"));
  if (out.empty()) return out;
  if (!out.starts_with('/')) out.insert(0, 1, '/');
  string_view arguments = trimmed(inside(text, "command-args"));
  // A command that is typed twice comes with its name among the arguments.
  if (arguments.starts_with(out + " ")) arguments = trimmed(arguments.substr(out.size()));
  if (!arguments.empty()) out += " " + std::string(arguments);
  return out;
}

}  // namespace context_rot::transcript
