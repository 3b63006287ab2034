#include "rules/tool_call.h"

#include <doctest/doctest.h>

using namespace context_rot::rules;
using nlohmann::json;

namespace {

const std::filesystem::path project = "/home/you/shop";

bool holds_up(const Pattern& pattern, std::string_view tool, const json& input,
              std::string_view folder = "/home/you/shop") {
  const std::vector<Rule> rules{{1, "a rule", pattern, Answer::say}};
  return rules_for({tool, input, project, folder}, rules).size() == 1;
}

bool for_command(const char* word, const char* command) {
  return holds_up({{word}, {}, {}}, "Bash", {{"command", command}});
}

}  // namespace

TEST_CASE("rules: a command is judged as the shell would") {
  CHECK(for_command("npm", "npm install"));
  CHECK(for_command("npm", "cd x && npm ci"));
  CHECK(for_command("npm", "sudo npm i"));
  CHECK(for_command("npm", "/usr/local/bin/npm i"));
  CHECK_FALSE(for_command("npm", "npm-check"));
  CHECK_FALSE(for_command("npm", "echo npm"));
  CHECK_FALSE(for_command("npm", "pnpm install"));
  CHECK_FALSE(for_command("npm", "git commit -m 'use npm; npm i'"));
  CHECK_FALSE(for_command("npm", "cat > notes <<EOF\nnpm i\nEOF"));
}

TEST_CASE("rules: subcommands and options") {
  CHECK(for_command("git push", "git push origin main"));
  CHECK(for_command("git push", "git -C ../other --no-pager push"));
  CHECK_FALSE(for_command("git push", "git stash push"));
  CHECK_FALSE(for_command("git push", "git commit -m push"));
  CHECK_FALSE(for_command("git push", "git"));
  CHECK(for_command("git push --force", "git push origin main --force"));
  CHECK_FALSE(for_command("git push --force", "git push origin main"));
  CHECK(for_command("npm run build", "npm run build -- --watch"));
  CHECK_FALSE(for_command("npm run build", "npm run test build"));
}

TEST_CASE("rules: only Bash has commands, and what is not understood fits nothing") {
  CHECK_FALSE(holds_up({{"npm"}, {}, {}}, "Read", {{"command", "npm i"}}));
  CHECK_FALSE(holds_up({{"npm"}, {}, {}}, "Bash", {{"command", 1}}));
  CHECK_FALSE(holds_up({{"npm"}, {}, {}}, "Bash", json::array()));
  CHECK_FALSE(holds_up({{"npm"}, {}, {}}, "Bash", json::object()));
  CHECK_FALSE(holds_up({}, "Bash", {{"command", "npm i"}}));
}

TEST_CASE("rules: files that are changed") {
  const Pattern generated{{}, {"src/generated"}, {}};
  CHECK(holds_up(generated, "Edit", {{"file_path", "/home/you/shop/src/generated/a.ts"}}));
  CHECK(holds_up(generated, "Write", {{"file_path", "/home/you/shop/x/../src/generated/a/b.ts"}}));
  CHECK(holds_up(generated, "Edit", {{"file_path", "generated/a.ts"}}, "/home/you/shop/src"));
  CHECK_FALSE(holds_up(generated, "Read", {{"file_path", "/home/you/shop/src/generated/a.ts"}}));
  CHECK_FALSE(holds_up(generated, "Edit", {{"file_path", "/home/you/shop/src/generated.ts"}}));
  CHECK_FALSE(holds_up(generated, "Edit", {{"file_path", "/home/you/shop2/src/generated/a.ts"}}));
  CHECK(holds_up({{}, {"*.lock"}, {}}, "Edit", {{"file_path", "/home/you/shop/a/yarn.lock"}}));
  CHECK(holds_up({{}, {"*.ipynb"}, {}}, "NotebookEdit",
                 {{"notebook_path", "/home/you/shop/a.ipynb"}}));
}

TEST_CASE("rules: how a file fits a pattern") {
  CHECK(fits_file("a/b/c.ts", "a/**/c.ts"));
  CHECK(fits_file("a/c.ts", "a/**/c.ts"));
  CHECK(fits_file("a/x/y/c.ts", "a/**/*.ts"));
  CHECK(fits_file("a/b/c.ts", "a/*/c.ts"));
  CHECK_FALSE(fits_file("a/b/d/c.ts", "a/*/c.ts"));
  CHECK(fits_file("a/b/c.ts", "**/c.ts"));
  CHECK(fits_file("c.ts", "**/c.ts"));
  CHECK(fits_file("a/b.ts", "a/?.ts"));
  CHECK(fits_file("a/b/c.ts", "a/"));
  CHECK(fits_file("a/b/c.ts", "./a"));
  CHECK(fits_file("a/migrations/1.sql", "migrations"));
  CHECK_FALSE(fits_file("a/b.ts", ""));
  CHECK_FALSE(fits_file("a/b.ts", "/"));
  CHECK_FALSE(fits_file("", "a"));
  const std::string stars = "a*a*a*a*a*a*a*a*a*a*a*a*b";
  CHECK_FALSE(fits_file(std::string(4000, 'a'), stars));
}

TEST_CASE("rules: tools by their names") {
  CHECK(holds_up({{}, {}, {"WebFetch"}}, "WebFetch", {{"url", "x"}}));
  CHECK(holds_up({{}, {}, {"mcp__github__*"}}, "mcp__github__create_issue", json::object()));
  CHECK_FALSE(holds_up({{}, {}, {"Web"}}, "WebFetch", json::object()));
}

TEST_CASE("rules: the tools that the client is to ask about") {
  CHECK(matcher_of({}) == "");
  CHECK(matcher_of({{1, "x", {}, Answer::say}}) == "");
  CHECK(matcher_of({{1, "x", {{"npm"}, {}, {"mcp__a__*"}}, Answer::say}}) == "Bash|mcp__a__.*");
  CHECK(matcher_of({{1, "x", {{}, {"a"}, {}}, Answer::say}}) ==
        "Edit|MultiEdit|NotebookEdit|Write");
  CHECK(matcher_of({{1, "x", {{}, {}, {"a(b|c\\d"}}, Answer::say}}) == "abcd");
}
