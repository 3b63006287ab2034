#pragma once
// What is said of kept rules: to the model at a tool call and after a compaction.

#include <string>
#include <vector>

#include "rules/rule.h"

namespace context_rot::rules {

/// Longest line about rules, in bytes.
constexpr std::size_t max_told_bytes = 1200;

/// The line at a tool call that rules are about, in the person's words as quotations. `rules` is
/// not empty. At most max_told_bytes.
std::string line_at_call(const std::vector<const Rule*>& rules);

/// One line with all rules for a model that has just lost its conversation; empty for no rule. What
/// does not fit is counted.
std::string line_of_all(const std::vector<Rule>& rules);

/// The strongest answer of some rules: deny before ask before say.
Answer strongest(const std::vector<const Rule*>& rules);

}  // namespace context_rot::rules
