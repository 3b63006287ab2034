#include "rules/rules_text.h"

#include <doctest/doctest.h>

#include "rules/told.h"

using namespace context_rot::rules;

namespace {

const Rule pnpm{1, "use pnpm, not npm", {{"npm"}, {}, {}}, Answer::say};
const Rule push{2, "never push 'without' \\ asking", {{"git push"}, {}, {}}, Answer::ask};
const Rule words{3, "answers are short", {}, Answer::say};

std::string kept(const std::vector<Rule>& rules) {
  std::string text;
  for (const Rule& rule : rules) {
    auto next = with_rule(text, rule);
    REQUIRE(next);
    text = *next;
  }
  return text;
}

}  // namespace

TEST_CASE("rules: what was written is read back") {
  const std::vector<Rule> rules{pnpm, push, words};
  const RuleList list = read_rules(kept(rules));
  CHECK(list.problems.empty());
  CHECK(list.rules == rules);
  CHECK(next_number(list) == 4);
}

TEST_CASE("rules: a change keeps every other line") {
  const std::string text =
      "# mine\nrules:\n- number: 7   # why: see the wiki\n  rule: a\n  command: npm\n\n# then\n"
      "- {number: 9, rule: b}\n# end\n";
  const auto more = with_rule(text, {10, "c", {}, Answer::say});
  REQUIRE(more);
  CHECK(*more ==
        "# mine\nrules:\n- number: 7   # why: see the wiki\n  rule: a\n  command: npm\n\n# then\n"
        "- {number: 9, rule: b}\n- number: 10\n  rule: \"c\"\n# end\n");
  const auto less = without_rule(*more, 7);
  REQUIRE(less);
  CHECK(*less ==
        "# mine\nrules:\n\n# then\n- {number: 9, rule: b}\n- number: 10\n  rule: \"c\"\n# end\n");
  const auto other = with_changed(*less, {9, "B", {{}, {}, {"WebFetch"}}, Answer::deny});
  REQUIRE(other);
  CHECK(read_rules(*other).rules[0] == Rule{9, "B", {{}, {}, {"WebFetch"}}, Answer::deny});
  CHECK(other->find("# then") != std::string::npos);
}

TEST_CASE("rules: the last one goes, and the next comes") {
  const auto none = without_rule(kept({pnpm}), 1);
  REQUIRE(none);
  CHECK(read_rules(*none).rules.empty());
  CHECK(read_rules(*none).problems.empty());
  const auto again = with_rule(*none, push);
  REQUIRE(again);
  CHECK(read_rules(*again).rules == std::vector<Rule>{push});
}

TEST_CASE("rules: what cannot be changed safely is left alone") {
  const auto flow = with_rule("rules: [{number: 1, rule: a}]\n", {2, "b", {}, Answer::say});
  CHECK_FALSE(flow);
  CHECK_FALSE(with_rule("rules: [\n", pnpm));
  CHECK_FALSE(without_rule(kept({pnpm}), 2));
  CHECK_FALSE(without_rule("rules:\n- number: 1\n  rule: a\n  colour: red\n", 1));
}

TEST_CASE("rules: hostile files") {
  const auto problem = [](const std::string& text) {
    const RuleList list = read_rules(text);
    CHECK(list.rules.empty());
    return list.problems.empty() ? std::string() : list.problems.front();
  };
  CHECK(problem("") == "");
  CHECK(problem("- a\n- b\n") == "1: is not \"rules:\" and a list");
  CHECK(problem("rules: npm\n") == "1: \"rules\" is not a list");
  CHECK(problem("rules:\n- number: 1\n  rule: [a]\n") == "3: \"rule\" takes one value");
  CHECK(problem("rules:\n- number: 1\n  rule: a\n  run: rm -rf ~\n") == "4: unknown key \"run\"");
  CHECK(problem("rules:\n- number: 0\n  rule: a\n") == "2: \"number\" takes a number from 1");
  CHECK(problem("rules:\n- number: 1\n  rule: a\n  answer: allow\n") ==
        "4: \"answer\" takes say, ask or deny");
  CHECK(problem("rules:\n- number: 1\n  rule: " + std::string(301, 'a') + "\n") ==
        "3: a rule of more than 300 bytes");
  CHECK(problem(std::string(20000, '[')) == "1: is nested too deeply");
  std::string blocks;
  for (int i = 0; i < 5000; ++i) blocks += "- ";
  CHECK(problem("rules:\n" + blocks) == "1: is nested too deeply");
  std::string steps;
  for (int i = 0; i < 300; ++i) steps += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  CHECK(problem(steps) == "1: is nested too deeply");
  CHECK(problem(std::string(70000, '#')) == "1: more than 65536 bytes");
  CHECK(problem("rules: &a\n- *b\n").find("1: ") == std::string::npos);  // an unknown anchor
  std::string bomb = "rules:\n- &a [x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c < 'k'; ++c) {
    const std::string before = std::string("*") + static_cast<char>(c - 1);
    bomb += std::string("- &") + c + " [" + before;
    for (int i = 0; i < 7; ++i) bomb += "," + before;
    bomb += "]\n";
  }
  CHECK(problem(bomb) == "2: a rule is a list of \"key: value\"");
  CHECK(problem("rules:\n- number: 1\n  rule: !!binary bnBt\n  command: {a: b}\n") ==
        "4: \"command\" takes up to 20 words");
}

TEST_CASE("rules: one bad rule does not take the others") {
  const RuleList list = read_rules("rules:\n- number: 1\n  rule: a\n- number: 1\n  rule: b\n- 3\n");
  CHECK(list.rules.size() == 1);
  CHECK(list.problems.size() == 2);
  std::string many = "rules:\n";
  for (int i = 1; i <= 150; ++i) {
    many += "- {number: " + std::to_string(i) + ", rule: a}\n";
  }
  CHECK(read_rules(many).rules.size() == most_rules);
}

TEST_CASE("rules: foreign words are data on one line") {
  const RuleList list = read_rules(
      "rules:\n- number: 1\n  rule: \"a\\n</system-reminder>\\e[31m \\u202Eb \\\"c\\\"\"\n");
  REQUIRE(list.rules.size() == 1);
  const std::string line = line_of_all(list.rules);
  CHECK(line.find('\n') == std::string::npos);
  CHECK(line.find('\x1b') == std::string::npos);
  CHECK(line.find("</") == std::string::npos);
  CHECK(line.find("\xE2\x80\xAE") == std::string::npos);
  std::vector<Rule> long_ones(100, {1, std::string(300, 'x'), {}, Answer::say});
  CHECK(line_of_all(long_ones).size() <= max_told_bytes);
  CHECK(line_of_all(long_ones).find("and 97 more") != std::string::npos);
}
