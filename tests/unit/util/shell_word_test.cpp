#include "util/shell_word.h"

#include <doctest/doctest.h>

#include <cstdio>
#include <string>

using context_rot::next_shell_word;
using context_rot::quote_shell_word;

TEST_CASE("plain words stay plain, others are quoted") {
  CHECK(quote_shell_word("/usr/bin/x-1.2") == "/usr/bin/x-1.2");
  CHECK(quote_shell_word("") == "''");
  CHECK(quote_shell_word("a b") == "'a b'");
  CHECK(quote_shell_word("it's") == "'it'\\''s'");
  CHECK(quote_shell_word("~/x") == "'~/x'");
}

TEST_CASE("a quoted word is read back as it was") {
  for (const std::string text : {"", "a", "a b", "'", "''", "\"$HOME\" `x` \\", "line\nline\r\n",
                                 "\xF0\x9F\x98\x80 $(x) ;&|", "bash -c 'echo \"it'\\''s\"'", "\\",
                                 "!x #y *?[z] ~ =", "\t"}) {
    const std::string quoted = quote_shell_word(text);
    const auto word = next_shell_word("x " + quoted + " y", 1);
    REQUIRE(word);
    CHECK(word->text == text);
    CHECK(word->end == 2 + quoted.size());
  }
}

TEST_CASE("a real shell agrees") {
  for (const std::string text :
       {"a b", "'", "\"$HOME\" `x` \\", "line\nline", "$(x) ;&|", "!x #y *?[z] ~", "\\n %s"}) {
    const std::string command = "printf %s " + quote_shell_word(text);
    std::FILE* pipe = ::popen(command.c_str(), "r");
    REQUIRE(pipe != nullptr);
    char buffer[256];
    const std::size_t got = std::fread(buffer, 1, sizeof buffer, pipe);
    ::pclose(pipe);
    CHECK(std::string(buffer, got) == text);
  }
}

TEST_CASE("words as people write them") {
  const auto first = [](const char* line) {
    const auto word = next_shell_word(line);
    return word ? word->text : std::string("(none)");
  };
  CHECK(first("  \"$DIR\"/.claude/bin/x --y") == "$DIR/.claude/bin/x");
  CHECK(first("\"${DIR}/a b\"/c d") == "${DIR}/a b/c");
  CHECK(first("a\\ b c") == "a b");
  CHECK(first("\"a\\\"b\\c\"") == "a\"b\\c");
  CHECK(first("x;y") == "x");
  CHECK(first("x\ny") == "x");
  CHECK(first("") == "(none)");
  CHECK(first("; x") == "(none)");
  CHECK(first("'open") == "(none)");
  CHECK(first("\"open") == "(none)");
}
