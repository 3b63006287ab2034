#include "rules/proposed.h"

#include <doctest/doctest.h>

using namespace context_rot::rules;

TEST_CASE("rules: what words are about") {
  const struct {
    const char* words;
    const char* pattern;
  } cases[] = {
      {"use pnpm, not npm", "command npm"},
      {"use pnpm", "command npm, yarn, bun"},
      {"use pnpm instead of npm", "command npm"},
      {"Use pnpm rather than npm or yarn.", "command npm, yarn"},
      {"usa pnpm, no npm", "command npm"},
      {"usa pnpm en vez de npm", "command npm"},
      {"never run npm install", "command npm install"},
      {"never push without asking", "command git push"},
      {"don't commit", "command git commit"},
      {"don\xE2\x80\x99t force push", "command git push --force"},
      {"ask me before you push", "command git push"},
      {"pregunta antes de hacer push", "command git push"},
      {"do not use sudo", "command sudo"},
      {"never rm -rf anything", "command rm -rf"},
      {"nunca hagas commit sin preguntar", "command git commit"},
      {"don't use make", "command make"},
      {"don't make changes", ""},
      {"don't go there", ""},
      {"use tabs, not spaces", ""},
      {"never edit src/generated/", "file src/generated/"},
      {"don't touch package-lock.json", "file package-lock.json"},
      {"no toques migrations/001.sql", "file migrations/001.sql"},
      {"don't touch `vendor`", "file vendor"},
      {"answers in Spanish, please", ""},
      {"no, use pnpm", "command npm, yarn, bun"},
      {"the test fails, not the build", ""},
      {"see https://example.org/never/edit", ""},
      {"", ""},
  };
  for (const auto& one : cases) {
    CHECK_MESSAGE(described(proposed_pattern(one.words)) == one.pattern, one.words);
  }
}

TEST_CASE("rules: the sentence that is to hold") {
  const auto rule = [](const char* words) { return rule_in(words).value_or("-"); };
  CHECK(rule("no, use pnpm, not npm") == "use pnpm, not npm");
  CHECK(rule("No. I told you to use pnpm instead of npm! Then run the tests.") ==
        "use pnpm instead of npm");
  CHECK(rule("Never push without asking.") == "Never push without asking");
  CHECK(rule("ya te dije que usa pnpm, no npm") == "usa pnpm, no npm");
  CHECK(rule("use pnpm for now") == "-");
  CHECK(rule("why not use pnpm, not npm?") == "-");
  CHECK(rule("that's wrong, the cache is in Postgres") == "-");
  CHECK(rule("fix the build") == "-");
  CHECK(rule("") == "-");
}

TEST_CASE("rules: two that say the same") {
  CHECK(are_alike("use pnpm, not npm", "use pnpm instead of npm"));
  CHECK(are_alike("never answer in English", "never answer in English please"));
  CHECK_FALSE(are_alike("use pnpm, not npm", "never push without asking"));
  CHECK_FALSE(are_alike("", ""));
}
