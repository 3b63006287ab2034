#include "curate/entities.h"

#include <doctest/doctest.h>

#include <string>

using context_rot::curate::Entities;

TEST_CASE("what a query is about, and what mentions it") {
  const struct {
    const char* query;
    const char* text;
    bool mentions;
  } cases[] = {
      // quotations and code spans, as a whole
      {"the \"red lamp\" please", "a RED lamp", true},
      {"the \"red lamp\" please", "a lamp, red", false},
      {"why `get_user()`?", "get_user is slow", true},
      {"“connection pool”", "the connection pool", true},
      {"«пул соединений»", "этот пул соединений", true},
      // paths, names of files, dotted names
      {"open src/db/pool.ts", "in src/db/pool.ts:12", true},
      {"open src/db/pool.ts", "pool.ts", true},
      {"open src/db/pool.ts", "the pool and its ts", false},
      {"what is app.config?", "app.config is empty", true},
      // identifiers
      {"user_id is empty", "USER_ID", true},
      {"getUser is slow", "call getUser()", true},
      {"getUser is slow", "get the user", false},
      {"use v2", "v2 is out", true},
      // capitalised words, not those that only open a sentence
      {"What about Redis?", "redis is slow", true},
      {"What about Redis?", "what is it about?", false},
      {"Fix the bug. The bug is old.", "fix the other thing", false},
      {"Is Québec far?", "quebec", true},
      {"What is it?", "it is what it is", false},
      // Cyrillic, in any case of the noun; Greek
      {"Что с Оплатой?", "сервис оплата", true},
      {"Что с Оплатой?", "что с ним", false},
      {"Где Москва?", "в Москве", true},
      {"Πού είναι η Αθήνα;", "αθήνα", true},
      // scripts without capitals
      {"数据库的连接失败了吗", "我们的数据库", true},
      {"数据库的连接失败了吗", "今天天气好", false},
      {"東京タワーの高さは", "タワーは高い", true},
      {"東京タワーの高さは", "高い", false},
      {"데이터베이스 연결", "데이터베이스가 느리다", true},
      {"데이터베이스 연결", "날씨", false},
      // nothing to look for
      {"", "anything", false},
      {"why is it slow", "why is it slow", false},
      {"\"\" `` ", "anything", false},
      {"\xFF\xFE \"\xE2\x80", "\xFF\xFE", false},
  };
  for (const auto& c : cases) {
    CAPTURE(c.query);
    CAPTURE(c.text);
    CHECK(Entities(c.query).mentioned_in(c.text) == c.mentions);
  }
}

TEST_CASE("long inputs take linear time") {
  std::string query;
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    query += "`a" + std::to_string(i) + " ";
    text += "数据 Redis_x \"";
  }
  CHECK_FALSE(Entities(query).mentioned_in(text));
  CHECK(Entities("\"red lamp\"").mentioned_in(std::string(65530, '.') + " red lamp" + text));
}
