#pragma once
// The text of a rules.yaml: read, and changed in place, so that comments and layout stay.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "rules/rule.h"
#include "util/result.h"

namespace context_rot::rules {

/// Longest file that is read, in bytes.
constexpr std::size_t max_rules_bytes = 64u << 10;

/// The rules of a file, and what of it does not count.
struct RuleList {
  std::vector<Rule> rules = {};  ///< in their order, each number once
  /// One line each, "LINE: reason": a rule without words, with an unknown key or a wrong value,
  /// with a number that another has, beyond a limit. What they speak of is not in `rules`.
  std::vector<std::string> problems = {};
};

/// Reads a file's text: "rules:" and a list of maps with number, rule, command, file, tool and
/// answer. Texts come on one line, without control and invisible characters. Any bytes; what is not
/// YAML, or nested deeper than rules are, is a problem and has no rules. Memory and time are
/// bounded by the text's size.
RuleList read_rules(std::string_view text);

/// The text with one more rule at its end; a whole file where there was none. `rule.number` must
/// not be in it, and its texts must be as read_rules gives them. Fails where the result would not
/// say what was there and the rule.
Result<std::string> with_rule(std::string_view text, const Rule& rule);

/// The text without a rule. Fails where it is not there, or where the result would not say the
/// rest.
Result<std::string> without_rule(std::string_view text, std::int64_t number);

/// The text with a rule in another form, at its place. Fails as the others do.
Result<std::string> with_changed(std::string_view text, const Rule& rule);

/// The number for a new rule: one more than the highest.
std::int64_t next_number(const RuleList& list);

}  // namespace context_rot::rules
