#include "curate/messages/article.h"

#include <doctest/doctest.h>

using namespace context_rot::advice;
using namespace context_rot::curate;

namespace {

Counts count(const std::vector<std::string>& texts, std::vector<std::string> files = {}) {
  std::vector<TextMessage> messages;
  for (const std::string& text : texts) messages.push_back({"user", text});
  ArticleOptions options;
  options.current_files = std::move(files);
  return article_counts(messages, options);
}

}  // namespace

TEST_CASE("stale references are file names that are not current") {
  CHECK(count({"look at auth.ts"}).stale == 1);
  CHECK(count({"look at auth.ts"}, {"auth.ts"}).stale == 0);
  CHECK(count({"look at src/auth.ts"}, {"src/auth.ts"}).stale == 0);
  CHECK(count({"auth.ts and auth.ts and b.md"}).stale == 3);
  CHECK(count({"I will create auth.ts"}).stale == 0);
  CHECK(count({"Created auth.ts"}).stale == 0);
  CHECK(count({"auth.ts was deleted"}).stale == 0);
  CHECK(count({"see App.tsx"}, {"App.tsx"}).stale == 0);
  CHECK(count({"see App.tsx, package.json."}).stale == 2);
  CHECK(count({"log.jsonl main.cpp a.tsv .ts x"}).stale == 0);
  CHECK(count({"my-file_2.test.js"}, {"test.js"}).stale == 0);  // a dot ends a name
  ArticleOptions options;
  options.endings = {"cpp"};
  CHECK(article_counts({{"user", "main.cpp a.ts"}}, options).stale == 1);
}

TEST_CASE("contradictions are the same verb with another text") {
  CHECK(count({"We decided to use Redis.", "We decided to use Redis"}).contradictions == 0);
  CHECK(count({"We decided to use Redis.", "we decided to use Postgres."}).contradictions == 1);
  CHECK(count({"decided to use A", "decided to implement B"}).contradictions == 0);
  CHECK(count({"decided to use A", "decided to use B", "decided to use A"}).contradictions == 2);
  CHECK(count({"decided to switch to A\nfor now", "decided to switch to A"}).contradictions == 0);
  CHECK(count({"decided to leave", "decided to use "}).contradictions == 0);
}

TEST_CASE("debugging is counted by the message") {
  CHECK(count({"Error: x\nError: y failed"}).debugging == 1);
  CHECK(count({"the build failed", "an Exception", "all good"}).debugging == 2);
  CHECK(count({"    at run (/a/b.js:1:2)"}).debugging == 1);
  CHECK(count({"  File \"x.py\", line 3, in f"}).debugging == 1);
  CHECK(count({"at 10:30 we meet", "look at this: 5"}).debugging == 1);  // as plain as that
  CHECK(count({"no errors"}).debugging == 0);
}

TEST_CASE("the whole score, by hand") {
  std::vector<std::string> texts(98, "hello");
  texts.push_back("decided to use A in old.ts");
  texts.push_back("decided to use B: failed");
  // 1 stale, 1 contradiction, 1 debugging, 100 messages: 10 + 15 + 5 + 20
  CHECK(score_of(count(texts)) == 50);
  texts.push_back("hello");
  CHECK(score_of(count(texts)) == 50);
}
