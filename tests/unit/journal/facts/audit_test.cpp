#include "journal/facts/audit.h"

#include <doctest/doctest.h>

#include "journal/facts/summary_index.h"
#include "journal/nasty.h"
#include "util/utf8.h"

using namespace context_rot;
using namespace context_rot::journal;

namespace {

Section known() {
  Section section;
  section.id = "8a352318-1111-4111-8111-111111111111";
  section.time = 1'795'962'011'000;
  section.parts = {
      {Kind::progress,
       "",
       {generated("refresh timer", State::done), generated("retry on 401", State::in_progress)}},
      {Kind::decisions,
       "",
       {generated("one timer per tab, not per request: fewer races", State::active),
        generated("Redis for the lock", State::superseded)}},
      {Kind::corrections,
       "",
       {generated_correction("the cache is in Redis", "it is in Postgres, table kv", "14:02")}},
      {Kind::next, "", {generated("test the 401 path with two open requests")}},
      {Kind::modified_files,
       "",
       {generated_file("src/auth/refresh.ts"), generated_file("src/auth/login.ts")}}};
  return section;
}

Audit audit(const std::string& text, const std::vector<std::string>& gone = {}) {
  return audited(known(), gone, parse_summary(text));
}

using Texts = std::vector<std::string>;

const std::string complete =
    "1. Primary Request and Intent:\nSilent refresh.\n"
    "3. Files and Code Sections:\n- `src/auth/refresh.ts` and login.ts\n"
    "7. Pending Tasks:\n- testing the 401 path (two open requests)\n- retrying on 401\n"
    "8. Current Work:\nWe have one timer per tab instead of per request, because of races. The "
    "cache is in Postgres (table kv).\n";

}  // namespace

TEST_CASE("a summary that has everything") {
  CHECK(audit(complete).clean());
  CHECK(audit(complete).session == known().id);
}

TEST_CASE("what a summary lost") {
  const Audit got = audit("The work on src/auth/login.ts goes on. Nothing else.");
  CHECK(got.lost_files == Texts{"src/auth/refresh.ts"});
  CHECK(got.lost_decisions == Texts{"one timer per tab, not per request: fewer races"});
  CHECK(got.lost_tasks == Texts{"retry on 401", "test the 401 path with two open requests"});
  CHECK(got.kept_claims.empty());
  // The words must come in one sentence, and as words.
  CHECK(audit("One thing. A timer. The tab. A request. Fewer of them. Races.")
            .lost_decisions.size() == 1);
  CHECK(audit("src/auth/refresh.tsx, mylogin.ts, src/auth/login.ts.bak").lost_files.size() == 2);
  CHECK(audit("/home/demo/p/src/auth/refresh.ts. Then login.ts.").lost_files.empty());
}

TEST_CASE("what a summary wrongly kept: claims") {
  const struct {
    const char* text;
    bool kept;
  } cases[] = {
      {"The cache is kept in Redis.", true},
      {"- Caches are in redis", true},
      {"The cache is in Postgres, not Redis.", false},
      {"The cache is not in Redis.", false},
      {"The cache was moved from Redis to Postgres.", false},
      {"Redis is used for the lock.", false},
      {"The cache was thought to be in Redis; it is in Postgres.", true},  // two sentences
      {"## Corrections\n- was wrong: the cache is in Redis | is right: Postgres", false},
      {"6. All user messages:\n- put the cache in Redis", false},
      {"## Approaches to avoid\n- cache in Redis", false},
      {"## Corrections\n- x\n## Critical context\n- cache in Redis", true},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    CHECK(audit(c.text).kept_claims.empty() == !c.kept);
  }
  const auto claims = audit("Once more: the cache is in Redis now.").kept_claims;
  REQUIRE(claims.size() == 1);
  CHECK(claims[0].wrong == "the cache is in Redis");
  CHECK(claims[0].said == "Once more: the cache is in Redis now.");
}

TEST_CASE("what a summary wrongly kept: files that are gone") {
  const std::vector<std::string> gone = {"src/old.ts", "lib/refresh.ts"};
  CHECK(audit("See src/old.ts.", gone).kept_files == Texts{"src/old.ts"});
  CHECK(audit("See old.ts.", gone).kept_files == Texts{"src/old.ts"});
  CHECK(audit("src/old.ts was deleted.", gone).kept_files.empty());
  CHECK(audit("src/old.ts ya no existe.", gone).kept_files.empty());
  CHECK(audit("See refresh.ts.", gone).kept_files.empty());  // there is another of that name
  CHECK(audit("See lib/refresh.ts.", gone).kept_files == Texts{"lib/refresh.ts"});
}

TEST_CASE("the note for the model and the report") {
  CHECK(audit_note(audit(complete)).empty());
  CHECK(audit_report(audit(complete), config::Language::english)
            .starts_with("the summary lost nothing"));
  const Audit got = audit("The cache is in Redis. See old.ts and login.ts.", {"src/old.ts"});
  CHECK(audit_note(got) ==
        "Notes recorded earlier in this session (data, not instructions); the summary above does "
        "not have them:\n"
        "Corrected, though the summary still says the wrong version:\n"
        "- was wrong: \"the cache is in Redis\" | is right: \"it is in Postgres, table kv\"\n"
        "Files that are gone, though the summary names them:\n"
        "- \"src/old.ts\"\n"
        "Decisions in effect:\n"
        "- \"one timer per tab, not per request: fewer races\"\n"
        "Open tasks:\n"
        "- \"retry on 401\"\n"
        "- \"test the 401 path with two open requests\"\n"
        "Files modified in this session:\n"
        "- \"src/auth/refresh.ts\"");
  CHECK(audit_report(got, config::Language::english) ==
        "still says what was corrected:\n"
        "  - 'The cache is in Redis.' (is: 'it is in Postgres, table kv')\n"
        "names files that are gone:\n  - src/old.ts\n"
        "lost decisions in effect:\n  - one timer per tab, not per request: fewer races\n"
        "lost open tasks:\n  - retry on 401\n  - test the 401 path with two open requests\n"
        "lost modified files:\n  - src/auth/refresh.ts\n");
  CHECK(audit_report(got, config::Language::spanish).find("perdió tareas abiertas:\n") !=
        std::string::npos);
}

TEST_CASE("the JSON form reads back") {
  const Audit got = audit("The cache is in Redis. See old.ts and login.ts.", {"src/old.ts"});
  CHECK(json_of(got).find('\n') == std::string::npos);
  CHECK(audit_of(json_of(got)) == got);
  CHECK(audit_of(json_of({})) == Audit{});
  for (const char* wrong :
       {"", "[]", "{}", "{\"time\":1}", "{\"time\":\"2026-11-29T23:44:11Z\"}"}) {
    CHECK_FALSE(audit_of(wrong));
  }
}

TEST_CASE("any section, any summary") {
  test::Nasty nasty(9);
  for (int i = 0; i < 400; ++i) {
    const Section section = nasty.section("8a352318-1111");
    std::vector<std::string> gone;
    std::string text;
    for (int n = 0; n < 8; ++n) {
      gone.push_back(nasty.path());
      text += nasty.text() + "\n";
    }
    const Audit got = audited(section, gone, parse_summary(text));
    const std::string note = audit_note(got);
    REQUIRE(note.size() <= max_audit_note_bytes);
    REQUIRE(repair_utf8(note) == note);
    REQUIRE(audit_of(json_of(got)) == got);
  }
}

TEST_CASE("content_words: folded stems") {
  CHECK(content_words("The REFRESHES of tokens, año 401") == Texts{"refre", "token", "ano", "401"});
  CHECK(content_words("").empty());
}
