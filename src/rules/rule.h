#pragma once
// A rule that a person keeps for a project, and where it is held up.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace context_rot::rules {

/// Most rules of a file that count, most patterns of a rule, longest rule and pattern in bytes.
constexpr std::size_t most_rules = 100;
constexpr std::size_t most_patterns = 20;
constexpr std::size_t max_rule_bytes = 300;
constexpr std::size_t max_pattern_bytes = 200;

/// What happens at a tool call that a rule is about.
enum class Answer : std::uint8_t {
  say,  ///< the model is told the rule, and the call goes on
  ask,  ///< the person is asked
  deny  ///< the call does not run
};

/// Which tool calls a rule is about: those that fit one of these, whichever. Empty: none.
struct Pattern {
  std::vector<std::string> commands = {};  ///< "npm", "git push": programs with their first words
  std::vector<std::string> files = {};     ///< "src/generated/**": files that are changed
  std::vector<std::string> tools = {};     ///< "WebFetch", "mcp__github__*"

  /// Whether there is anything to hold up.
  bool empty() const { return commands.empty() && files.empty() && tools.empty(); }
  bool operator==(const Pattern&) const = default;
};

/// A kept rule.
struct Rule {
  std::int64_t number =
      0;             ///< from 1, its name for the person; never given again while it is there
  std::string text;  ///< the person's words, one line, UTF-8
  Pattern pattern = {};
  Answer answer = Answer::say;
  bool operator==(const Rule&) const = default;
};

/// "say", "ask", "deny".
std::string_view name_of(Answer answer);

/// The pattern on one line for people: "command npm, git push; file src/**"; empty for none.
std::string described(const Pattern& pattern);

}  // namespace context_rot::rules
