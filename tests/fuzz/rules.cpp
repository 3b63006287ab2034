// Fuzzes kept rules: a rules.yaml, a Bash command and a person's words, separated by bytes 0x1F.
// Whatever the file is, its rules are within their limits, a change keeps all others, and what is
// said is one line; whatever the command is, reading it ends.

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

#include "require.h"
#include "rules/proposed.h"
#include "rules/rules_text.h"
#include "rules/told.h"
#include "rules/tool_call.h"
#include "transcript/shell_calls.h"
#include "util/visible.h"

using namespace context_rot;

namespace {

void check(const rules::RuleList& list) {
  require(list.rules.size() <= rules::most_rules);
  for (const rules::Rule& rule : list.rules) {
    require(rule.number > 0 && !rule.text.empty() && rule.text.size() <= rules::max_rule_bytes);
    require(visible(rule.text) == rule.text && rule.text.find('\n') == std::string::npos);
  }
  for (const std::string& problem : list.problems) {
    require(!problem.empty() && visible(problem) == problem);
  }
  const std::string line = rules::line_of_all(list.rules);
  require(line.size() <= rules::max_told_bytes && line.find('\n') == std::string::npos);
}

void check_changes(std::string_view text, const rules::RuleList& list) {
  const rules::Rule more{rules::next_number(list), "use a, not b", {{"b"}, {}, {}}};
  const auto with = rules::with_rule(text, more);
  if (!with) return;
  check(rules::read_rules(*with));
  require(rules::read_rules(*with).rules.back() == more);
  const auto without = rules::without_rule(*with, more.number);
  require(!without || rules::read_rules(*without).rules == list.rules);
}

}  // namespace

void test_input(const std::uint8_t* data, std::size_t size) {
  std::string_view rest = text_of_input(data, size);
  const std::string text(take_part(rest));
  const std::string command(take_part(rest));
  const rules::RuleList list = rules::read_rules(text);
  check(list);
  if (list.rules.size() < rules::most_rules) check_changes(text, list);
  for (const auto& call : transcript::shell_calls(command)) require(!call.empty());
  const std::filesystem::path project = "/p";
  for (const char* tool : {"Bash", "Edit"}) {
    const nlohmann::json input = {{"command", command}, {"file_path", command}};
    for (const rules::Rule* rule : rules::rules_for({tool, input, project, "/p"}, list.rules)) {
      require(!rule->pattern.empty());
    }
  }
  const auto words = rules::rule_in(rest);
  require(!words || (!words->empty() && words->size() <= rules::max_rule_bytes));
  require(rules::proposed_pattern(rest).commands.size() <= rules::most_patterns);
}
