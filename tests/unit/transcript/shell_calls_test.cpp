#include "transcript/shell_calls.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string>

using namespace context_rot::transcript;

namespace {

/// The programs that a line starts, by name and in alphabetical order: "cd npm".
std::string programs(std::string_view line) {
  std::vector<std::string> names;
  for (const ShellCall& call : shell_calls(line)) names.push_back(call[0]);
  std::sort(names.begin(), names.end());
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : " ") + name;
  return out;
}

}  // namespace

TEST_CASE("shell_calls: what a line starts") {
  const struct {
    const char* line;
    const char* programs;
  } cases[] = {
      {"npm install", "npm"},
      {"cd x && npm ci", "cd npm"},
      {"cd x;npm ci&", "cd npm"},
      {"test -d a || npm ci | tee log", "npm tee test"},
      {"sudo npm i -g x", "npm sudo"},
      {"sudo -u bob -E FOO=1 npm i", "npm sudo"},
      {"env -u A B=c nice -n 5 npm i", "env nice npm"},
      {"timeout -k 5 60 npm test", "npm timeout"},
      {"FOO='a b' BAR=$(date) npm i", "date npm"},
      {"A=1", ""},
      {"npm-check", "npm-check"},
      {"echo npm", "echo"},
      {"echo 'npm install'", "echo"},
      {"echo \"npm install; npm ci\"", "echo"},
      {"grep -rn \"npm ci\" . # npm install", "grep"},
      {"echo \"$(npm root)\"", "echo npm"},
      {"echo `npm root`", "echo npm"},
      {"echo '$(npm root)'", "echo"},
      {"echo \\$(npm root", "echo npm"},
      {"diff <(npm ls) <(pnpm ls)", "diff npm pnpm"},
      {"(cd a && npm i)", "cd npm"},
      {"{ npm i; }", "npm"},
      {"if npm ci; then echo a; else pnpm i; fi", "echo npm pnpm"},
      {"for p in npm pnpm; do $p i; done", "$p"},
      {"while ! npm ping; do sleep 1; done", "npm sleep"},
      {"case $x in npm) pnpm i ;; a|npm) yarn ;; *) echo no;; esac; npm i", "echo npm pnpm yarn"},
      {"npm() { pnpm \"$@\"; }; npm i", "npm pnpm"},
      {"function npm { pnpm; }", "pnpm"},
      {"[[ -f npm && npm == x ]] && echo yes", "echo"},
      {"(( npm > 1 )) && echo yes", "echo"},
      {"x=(npm i) && echo yes", "echo"},
      {"npm i 2>&1 >/dev/null </dev/null", "npm"},
      {"> npm echo a", "echo"},
      {"echo a &> npm", "echo"},
      {"cat <<EOF\nnpm i\nEOF\nls", "cat ls"},
      {"cat <<'EOF' && npm ci\n$(yarn)\nEOF", "cat npm"},
      {"cat <<EOF\n$(npm root)\nEOF", "cat npm"},
      {"cat <<-EOF\n\tnpm i\n\tEOF\nls", "cat ls"},
      {"bash <<EOF\nnpm i\nEOF", "bash npm"},
      {"bash <<< 'npm i'", "bash npm"},
      {"cat <<< 'npm i'", "cat"},
      {"bash -c 'cd a && npm i'", "bash cd npm"},
      {"bash -lc \"npm i\"", "bash npm"},
      {"bash script.sh npm", "bash"},
      {"eval npm i", "eval npm"},
      {"xargs -n 1 npm view < list", "npm xargs"},
      {"find . -name x -exec npm view {} \\; -print", "find npm"},
      {"npx npm-check", "npm-check npx"},
      {"pnpm exec npm i", "npm pnpm"},
      {"command -v npm", "command"},
      {"command npm i", "command npm"},
      {"\\npm i", "npm"},
      {"n\"p\"m i", "npm"},
      {"$'npm' i", "npm"},
      {"/usr/bin/npm i", "/usr/bin/npm"},
      {"npm \\\n install", "npm"},
      {"\"npm i\"", "npm i"},
      {"time npm i", "npm"},
      {"! npm i", "npm"},
      {"echo ${x:-npm i} done", "echo"},
      {"trap 'npm i' EXIT", "npm trap"},
      {"", ""},
      {"' npm", " npm"},
      {"$(", "$"},
      {"<<", ""},
      {")))", ""},
      {"case", ""},
      {"\xff\xfe npm", "\xff\xfe"},
  };
  for (const auto& one : cases) CHECK_MESSAGE(programs(one.line) == one.programs, one.line);
}

TEST_CASE("shell_calls: words as the program gets them") {
  const auto calls = shell_calls("git -C 'my dir' commit -m \"a \\\"b\\\" c\" --no-verify");
  REQUIRE(calls.size() == 1);
  CHECK(calls[0] == ShellCall{"git", "-C", "my dir", "commit", "-m", "a \"b\" c", "--no-verify"});
}

TEST_CASE("shell_calls: any nesting ends, and the number of calls is bounded") {
  std::string deep;
  for (int i = 0; i < 20000; ++i) deep += "$(a ";
  CHECK(shell_calls(deep).size() <= 1000);
  std::string many;
  for (int i = 0; i < 5000; ++i) many += "a;";
  CHECK(shell_calls(many).size() == 1000);
  std::string quotes;
  for (int i = 0; i < 20000; ++i) quotes += "\"$(`";
  CHECK(shell_calls(quotes).size() <= 1000);
  std::string documents;
  for (int i = 0; i < 10000; ++i) documents += "<<a ";
  CHECK(shell_calls(documents + "\n").size() <= 1000);
  std::string sudo;
  for (int i = 0; i < 10000; ++i) sudo += "sudo ";
  CHECK(shell_calls(sudo).size() <= 1000);
}
