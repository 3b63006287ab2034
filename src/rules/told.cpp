#include "rules/told.h"

#include <algorithm>

#include "util/as_data.h"

namespace context_rot::rules {

namespace {

/// The rules as quotations, as many as fit.
std::string listed(std::string out, const std::vector<const Rule*>& rules) {
  constexpr std::size_t reserve = 40;  // for how many are left out
  std::size_t said = 0;
  for (const Rule* rule : rules) {
    const std::string one =
        (said == 0 ? " \"" : ", \"") + as_data(rule->text, max_rule_bytes) + '"';
    if (out.size() + one.size() + reserve > max_told_bytes) break;
    out += one;
    ++said;
  }
  if (said < rules.size()) out += " and " + std::to_string(rules.size() - said) + " more";
  return out + ".";
}

}  // namespace

std::string line_at_call(const std::vector<const Rule*>& rules) {
  return listed(rules.size() == 1 ? "The user keeps a rule about this call:"
                                  : "The user keeps rules about this call:",
                rules);
}

std::string line_of_all(const std::vector<Rule>& rules) {
  if (rules.empty()) return {};
  std::vector<const Rule*> all;
  for (const Rule& rule : rules) all.push_back(&rule);
  return listed(rules.size() == 1 ? "The user keeps a rule for this project:"
                                  : "The user keeps rules for this project:",
                all);
}

Answer strongest(const std::vector<const Rule*>& rules) {
  Answer out = Answer::say;
  for (const Rule* rule : rules) out = std::max(out, rule->answer);
  return out;
}

}  // namespace context_rot::rules
