#include "correction/prose.h"

#include <doctest/doctest.h>

#include "correction/log_line.h"
#include "correction/machine_made.h"

using namespace context_rot::correction;

namespace {

std::string words(std::string_view text) {
  std::string out;
  for (const Token& token : read_prose(text).tokens) out += (out.empty() ? "" : " ") + token.text;
  return out;
}

}  // namespace

TEST_CASE("what is quoted or pasted becomes a stand-in or vanishes") {
  CHECK(words("The `x != y` is off") == "the <code> is off");
  CHECK(words("it says \"no, wrong\" here") == "it says <quote> here");
  CHECK(words("dice \u00abno\u00bb aqu\u00ed") == "dice <quote> aqui");
  CHECK(words("see https://example.org/a?b=c.") == "see <url>");
  CHECK(words("in src/app/main.ts and app.py, @lib/x") == "in <file> and <file> <file>");
  CHECK(words("before\n```\nno, wrong\n```\nafter") == "before after");
  CHECK(words("before\n```\nno, wrong") == "before");
  CHECK(words("3 of 10.5 items") == "0 of 0 items");
  CHECK(words("add `// not working` there") == "add <code> there");
  CHECK(words("a \" lone quote") == "a lone quote");
}

TEST_CASE("clauses, sentences and marks") {
  const Prose prose = read_prose("No, it is X. Is it Y?? Good!");
  REQUIRE(prose.sentences.size() == 3);
  CHECK_FALSE(prose.sentences[0].question);
  CHECK(prose.sentences[1].question);
  CHECK(prose.sentences[2].exclamation);
  CHECK(prose.tokens[0].clause == 0);
  CHECK(prose.tokens[1].clause == 1);
  CHECK(prose.tokens[4].sentence == 1);
  CHECK(prose.shape.shouting);
  const std::string_view text = "Hola, \u00bfest\u00e1 bien?";
  for (const Token& token : read_prose(text).tokens) CHECK(token.end <= text.size());
}

TEST_CASE("shape") {
  CHECK(read_prose("- one\n- two").shape.bullets);
  CHECK(read_prose("1. one").shape.bullets);
  CHECK(read_prose("STOP IT NOW").shape.capitals);
  CHECK_FALSE(read_prose("the API and SQL").shape.capitals);
  CHECK(read_prose("well...").shape.ellipsis);
  const Shape log = read_prose("12:01:02 start\n12:01:03 stop\nwhat is this").shape;
  CHECK(log.pasted_lines == 2);
  CHECK(log.pasted_first);
}

TEST_CASE("lines that were pasted") {
  for (const char* line :
       {"    at render (app.js:12:5)", "Traceback (most recent call last):", "[ERROR] no route",
        "2026-11-30 10:00:00 started", "npm ERR! code E404", "$ make", "dev@box:~/x$ ls",
        "const x = 3;", "  return a + b;", "{ \"a\": 1 }", "TypeError: x is not a function",
        "GET /api/users 500", "C:\\work>dir", "</div>", "+-----+-----+"}) {
    CHECK_MESSAGE(pasted_from(line) == 0, line);
  }
  for (const char* line :
       {"no, use the other column", "Please create a file, then run it", "it's > 5 and < 7 now",
        "from now on use tabs", "Error handling is missing", "let me see", "- use tabs"}) {
    CHECK_MESSAGE(pasted_from(line) == std::string_view(line).size(), line);
  }
  const std::string_view mixed = "now I get TypeError: x is not a function";
  CHECK(mixed.substr(0, pasted_from(mixed)) == "now I get ");
}

TEST_CASE("machine-made prompts") {
  for (const char* text :
       {"<task-notification>x", "  <command-name>/x</command-name>", "/compact a", "/my-plugin:run",
        "[Request interrupted by user]", "<bash-stdout>x"}) {
    CHECK_MESSAGE(is_machine_made(text), text);
  }
  for (const char* text : {"no", "/etc/hosts is wrong", "", "<div> is wrong", "/ is the root"}) {
    CHECK_MESSAGE(!is_machine_made(text), text);
  }
  CHECK(without_reminders("a<system-reminder>no</system-reminder>b") == "ab");
  CHECK(without_reminders("a<system-reminder>no") == "a");
  CHECK(without_reminders("1 < 2") == "1 < 2");
}
