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

TEST_CASE("stale references are file names that are not in the set") {
  CHECK(count({"look at auth.ts"}).stale == 1);
  CHECK(count({"look at auth.ts"}, {"auth.ts"}).stale == 0);
  CHECK(count({"auth.ts and auth.ts and b.md"}).stale == 3);
  CHECK(count({"I will create auth.ts"}).stale == 0);
  CHECK(count({"auth.ts was deleted"}).stale == 0);
  ArticleOptions options;
  options.endings = {"cpp"};
  CHECK(article_counts({{"user", "main.cpp a.ts"}}, options).stale == 1);
}

TEST_CASE("stale references keep the oddities of the function that they are compared with") {
  // The words are these very ones.
  CHECK(count({"Create auth.ts"}).stale == 1);
  CHECK(count({"Deleted auth.ts"}).stale == 1);
  // The set holds names as they were given.
  CHECK(count({"look at src/auth.ts"}, {"src/auth.ts"}).stale == 1);
  CHECK(count({"look at src/auth.ts"}, {"auth.ts"}).stale == 0);
  // The first ending that fits, with anything behind it.
  CHECK(count({"see App.tsx"}, {"App.tsx"}).stale == 1);
  CHECK(count({"see App.tsx"}, {"App.ts"}).stale == 0);
  CHECK(count({"see package.json"}, {"package.json"}).stale == 1);
  CHECK(count({"see package.json"}, {"package.js"}).stale == 0);
  CHECK(count({"log.jsonl a.tsv main.cpp .ts x"}).stale == 2);
  CHECK(count({"my-file_2.test.js"}, {"test.js"}).stale == 0);
  CHECK(count({"one.tstwo.md"}).stale == 2);
  CHECK(count({"one.ts.js"}).stale == 1);
  CHECK(count({"UPPER.TS"}).stale == 0);
}

TEST_CASE("contradictions are a word that was decided on before, in another text") {
  CHECK(count({"decided to use Redis", "decided to use Redis"}).contradictions == 0);
  CHECK(count({"We decided to use Redis.", "I Decided To Use Redis"}).contradictions == 1);
  CHECK(count({"decided to use Redis", "decided to use Postgres"}).contradictions == 0);
  CHECK(count({"decided to use Redis", "decided to implement Redis"}).contradictions == 1);
  CHECK(count({"decided to switch to A now", "decided to use A", "decided to switch to A now"})
            .contradictions == 2);
  CHECK(count({"decided to use Redis", "decided to use redis"}).contradictions == 0);
  CHECK(count({"decided to leave", "decided to use ", "decided to use (a)"}).contradictions == 0);
  // Of each message the first one.
  CHECK(count({"decided to use A, decided to use B", "we decided to use B"}).contradictions == 0);
}

TEST_CASE("debugging is counted by the message") {
  CHECK(count({"Error: x\nError: y failed"}).debugging == 1);
  CHECK(count({"the build FAILED", "an Exception", "error: no", "all good"}).debugging == 3);
  CHECK(count({"    at run (/a/b.js:1:2)"}).debugging == 1);
  CHECK(count({"what (is) that thing (here)?"}).debugging == 1);  // as plain as that
  CHECK(count({"AT run (x)"}).debugging == 0);
  CHECK(count({"at Shop.run (x)"}).debugging == 0);
  CHECK(count({"at run(x)", "at  (x)", "at run"}).debugging == 0);
  CHECK(count({"at\u00A0run\n(x)"}).debugging == 1);
  CHECK(count({"  File \"x.py\", line 3, in f", "no errors"}).debugging == 0);
}

TEST_CASE("the whole score, by hand") {
  std::vector<std::string> texts(98, "hello");
  texts.push_back("decided to use A in old.ts");
  texts.push_back("decided to use A: failed");
  // 1 stale, 1 contradiction, 1 debugging, 100 messages: 10 + 15 + 5 + 20
  CHECK(score_of(count(texts)) == 50);
  texts.push_back("hello");
  CHECK(score_of(count(texts)) == 50);
}
