// What a conversation tells the journal.

#include "journal/facts/extract.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>

#include "findings/analysis.h"
#include "journal/markdown/markdown.h"
#include "journal/markdown/merge.h"
#include "ledger/configured.h"
#include "support/session.h"
#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::journal;
using test::Talk;
using Texts = std::vector<std::string>;

namespace {

constexpr std::string_view session_id = "8a352318-1111-4111-8111-111111111111";

/// A conversation in a project folder of its own, and what is extracted from it.
class Session {
 public:
  std::string file(const std::string& name) const { return (folder.path() / name).string(); }
  std::string on_disk(const std::string& name) const {
    return folder.write(name, "content\n").string();
  }

  Extracted facts(config::Language language = config::Language::english) const {
    ledger::Configured configured = ledger::configured({});
    const findings::Analysis analysis(
        talk.conversation, folder.path(), ledger,
        correction::Detector(std::move(configured.lexicon), {}, configured.limits));
    return extract(analysis, session_id, 1000, language);
  }

  test::TempFolder folder;
  Talk talk;
  std::vector<ledger::LedgerEntry> ledger;
};

Texts texts(const Section& section, Kind kind, State state = State::none) {
  Texts out;
  for (const Item* item : items_of(section, kind)) {
    if (state == State::none || item->state == state) out.push_back(item->text);
  }
  return out;
}

bool has(const Texts& list, std::string_view part) {
  return std::any_of(list.begin(), list.end(),
                     [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

nlohmann::ordered_json todo(const std::string& content, const std::string& status) {
  return {{"content", content}, {"status", status}, {"activeForm", content}};
}

}  // namespace

TEST_CASE("extract: nobody has asked for anything") {
  Session empty;
  CHECK(empty.facts().empty);
  CHECK(texts(empty.facts().facts, Kind::goal).empty());
  Session answer;
  answer.talk.says("Hello.");
  CHECK(answer.facts().empty);
}

TEST_CASE("extract: id, time, goal and the latest prompts") {
  Session one;
  one.talk.prompt("Add a silent token refresh to the auth client");
  for (int i = 1; i <= 7; ++i) {
    one.talk.says("Done, part " + std::to_string(i) + " of the token refresh.");
    one.talk.prompt("go on with the token refresh, part " + std::to_string(i + 1));
  }
  const Extracted extracted = one.facts(config::Language::spanish);
  CHECK_FALSE(extracted.empty);
  CHECK(extracted.facts.id == session_id);
  CHECK(extracted.facts.time == 1000);
  CHECK(extracted.facts.when == format_local(1000));
  CHECK(extracted.facts.language == config::Language::spanish);
  CHECK(texts(extracted.facts, Kind::goal) ==
        Texts{"Add a silent token refresh to the auth client"});
  CHECK(texts(extracted.facts, Kind::prompts) ==
        Texts{"go on with the token refresh, part 4", "go on with the token refresh, part 5",
              "go on with the token refresh, part 6", "go on with the token refresh, part 7",
              "go on with the token refresh, part 8"});
  for (const Part& part : extracted.facts.parts) {
    for (const Item& item : part.items) CHECK(item.origin == Origin::generated);
  }
}

TEST_CASE("extract: tasks of a to-do list, the last one counts") {
  Session one;
  one.talk.prompt("refresh tokens");
  one.talk.call("TodoWrite", {{"todos", {todo("old task", "pending")}}}, "modified successfully");
  one.talk.call("TodoWrite",
                {{"todos",
                  {todo("add the timer", "completed"), todo("retry on 401", "in_progress"),
                   todo("return 404 for unknown ids", "pending")}}},
                "Todos have been modified successfully");
  one.talk.call("TodoWrite", {{"todos", {todo("never shown", "pending")}}}, "no such tool", true);
  const Section facts = one.facts().facts;
  CHECK(texts(facts, Kind::progress, State::done) == Texts{"add the timer"});
  CHECK(texts(facts, Kind::progress, State::in_progress) == Texts{"retry on 401"});
  CHECK(texts(facts, Kind::next) == Texts{"return 404 for unknown ids"});
}

TEST_CASE("extract: tasks one by one") {
  Session one;
  one.talk.prompt("refresh tokens");
  one.talk.call("TodoWrite", {{"todos", {todo("of a list before", "pending")}}}, "modified");
  const auto create = [&](int id, const std::string& subject) {
    one.talk.call("TaskCreate", {{"subject", subject}, {"description", "x"}},
                  "Task #" + std::to_string(id) + " created successfully: " + subject);
  };
  create(1, "add the timer");
  create(2, "return 404 for unknown ids");
  create(3, "TypeError: undefined is not a function");
  create(4, "dropped");
  one.talk.call("TaskUpdate", {{"taskId", "1"}, {"status", "completed"}}, "Updated task #1 status");
  one.talk.call("TaskUpdate", {{"taskId", "2"}, {"status", "in_progress"}, {"subject", "404s"}},
                "Updated task #2 status");
  one.talk.call("TaskUpdate", {{"taskId", "4"}, {"status", "deleted"}}, "Updated task #4 deleted");
  one.talk.call("TaskUpdate", {{"taskId", "77"}, {"status", "completed"}}, "Updated task #77");
  const Section facts = one.facts().facts;
  CHECK(texts(facts, Kind::progress, State::done) == Texts{"add the timer"});
  CHECK(texts(facts, Kind::progress, State::in_progress) == Texts{"404s"});
  CHECK(texts(facts, Kind::next) == Texts{"TypeError: undefined is not a function"});
}

TEST_CASE("extract: commits that were made, all of them, and none that was not") {
  Session one;
  one.talk.prompt("commit it");
  one.talk.run("git commit -am 'auth: add the timer'",
               "[main 4f1c2aa] auth: add the timer\n 2 files changed, 8 insertions(+)");
  one.talk.run("git commit -m one && git commit --allow-empty -m two",
               "[topic/x (root-commit) 0123abc] one\n 1 file changed\n[topic/x 89abcde] two");
  one.talk.fail("git commit -m 'nothing'", "Exit code 1\nnothing to commit");
  one.talk.run("git log --grep commit", "[1] not a hash\n[main] no\n");
  CHECK(texts(one.facts().facts, Kind::progress, State::done) ==
        Texts{"4f1c2aa: auth: add the timer", "0123abc: one", "89abcde: two"});
}

TEST_CASE("extract: decisions in effect and superseded, answers and plans") {
  Session one;
  one.talk.prompt("we need a lock");
  one.talk.says("I decided to use Redis for the lock.");
  one.talk.prompt("we decided to use Postgres for the lock instead of Redis");
  one.talk.says("Agreed.");
  one.talk.call("ExitPlanMode", {{"plan", "# First plan\n- a"}}, "The user doesn't want to proceed",
                true);
  one.talk.call("ExitPlanMode", {{"plan", "# Refresh in two steps\n1. timer\n2. error 500: retry"}},
                "User has approved your plan.\n\nerror 500: retry");
  const Section facts = one.facts().facts;
  const Texts active = texts(facts, Kind::decisions, State::active);
  const Texts superseded = texts(facts, Kind::decisions, State::superseded);
  CHECK(has(active, "Postgres for the lock"));
  CHECK(has(superseded, "Redis for the lock"));
  CHECK_FALSE(has(active, "I decided to use Redis"));
  CHECK(has(active, "plan: Refresh in two steps"));
  CHECK_FALSE(has(active, "First plan"));
}

TEST_CASE("extract: a correction is a pair") {
  Session one;
  one.talk.prompt("where is the cache?");
  one.talk.says("The cache lives in Redis.");
  one.talk.prompt("no, the cache is in Postgres, not in Redis");
  one.talk.says("You're right, it is in Postgres, table kv.");
  const Section facts = one.facts().facts;
  const auto corrections = items_of(facts, Kind::corrections);
  REQUIRE(corrections.size() == 1);
  CHECK(corrections.front()->text.find("Redis") != std::string::npos);
  CHECK(corrections.front()->right.find("Postgres") != std::string::npos);
  CHECK_FALSE(corrections.front()->when.empty());
}

TEST_CASE("extract: dead ends and open errors, by their telling line") {
  Session one;
  one.talk.prompt("make the api tests pass");
  one.talk.fail("npm test -- api", "Exit code 1\nTypeError: fetch is not a function");
  one.talk.fail("npm test -- api", "Exit code 1\nTypeError: fetch is not a function");
  one.talk.prompt("leave that, look at the docs");
  one.talk.says("The docs are in docs/.");
  one.talk.prompt("and the changelog");
  one.talk.says("Written.");
  one.talk.prompt("now build it");
  one.talk.fail("make all", "Exit code 2\nerror: no rule to make target");
  one.talk.fail("npm run lint", "Exit code 1\nlint failed");
  one.talk.run("npm run lint", "ok");
  const Section facts = one.facts().facts;
  const Texts avoid = texts(facts, Kind::avoid);
  CHECK(has(avoid, "npm test -- api (2 attempts): TypeError: fetch is not a function"));
  const Texts errors = texts(facts, Kind::errors);
  CHECK(has(errors, "make all: error: no rule to make target"));
  CHECK_FALSE(has(errors, "lint"));
  CHECK_FALSE(has(errors, "npm test"));
}

TEST_CASE("extract: rules of the person, in their order, and no complaints") {
  Session one;
  one.talk.prompt("Never push to main. Fix the parser. You must keep the tests green");
  one.talk.says("Fine.");
  one.talk.prompt("please don't touch the lock file");
  one.talk.says("Fine.");
  one.talk.prompt(
      "I don't know why it fails. It always fails on Mondays. Should we always retry? "
      "The build never ends");
  CHECK(texts(one.facts().facts, Kind::context) == Texts{"Never push to main",
                                                         "You must keep the tests green",
                                                         "please don't touch the lock file"});
}

TEST_CASE("extract: files read, modified and gone") {
  Session one;
  const std::string read = one.on_disk("src/read.ts");
  const std::string edited = one.on_disk("src/edited.ts");
  const std::string read_after = one.on_disk("src/read_after.ts");
  one.on_disk("src/relative.ts");
  const std::string gone = one.file("src/gone.ts");
  one.talk.prompt("work on the files");
  one.talk.read(read);
  one.talk.read(edited);
  one.talk.edit(edited);
  one.talk.edit(read_after);
  one.talk.read(read_after);
  one.talk.read("src/relative.ts");
  one.talk.edit(gone);
  one.talk.read(one.folder.path().string());  // a folder is no file
  one.talk.call("Read", {{"file_path", one.file("src/never.ts")}}, "File does not exist.", true);
  const Extracted extracted = one.facts();
  CHECK(texts(extracted.facts, Kind::read_files) == Texts{read, "src/relative.ts"});
  CHECK(texts(extracted.facts, Kind::modified_files) == Texts{edited, read_after});
  CHECK(extracted.gone == Texts{gone});
}

TEST_CASE("extract: a compaction's summary is the ground, and what came since stands above it") {
  Session one;
  one.talk.add(
      transcript::EntryKind::summary,
      Talk::text_block("This session is being continued.\n## Goal\nSilent refresh of tokens\n"
                       "## Progress\n### In progress\n- retry on 401\n"
                       "## Key decisions\n- ACTIVE: one timer per tab\n- SUPERSEDED: Redis\n"
                       "## Corrections\n- was wrong: cache in Redis | is right: Postgres\n"
                       "## Next steps\n- test the 401 path\n- write the docs\n"
                       "## Critical context\n- the API has no version header\n"
                       "<modified-files>\nsrc/nowhere.ts\n</modified-files>"));
  Extracted extracted = one.facts();
  CHECK_FALSE(extracted.empty);  // an automatic compaction inside a turn
  CHECK(texts(extracted.facts, Kind::goal) == Texts{"Silent refresh of tokens"});
  CHECK(texts(extracted.facts, Kind::modified_files).empty());
  CHECK(find_part(extracted.facts, Kind::prompts) == nullptr);  // not known

  one.talk.prompt("go on with the silent refresh of tokens");
  one.talk.call("TodoWrite",
                {{"todos", {todo("Test the 401 path", "completed"), todo("release", "pending")}}},
                "modified");
  extracted = one.facts();
  const Section& facts = extracted.facts;
  CHECK(texts(facts, Kind::goal) == Texts{"Silent refresh of tokens"});
  CHECK(texts(facts, Kind::progress, State::done) == Texts{"Test the 401 path"});
  CHECK(texts(facts, Kind::progress, State::in_progress) == Texts{"retry on 401"});
  CHECK(texts(facts, Kind::decisions, State::active) == Texts{"one timer per tab"});
  CHECK(texts(facts, Kind::decisions, State::superseded) == Texts{"Redis"});
  CHECK(texts(facts, Kind::next) == Texts{"write the docs", "release"});
  CHECK(texts(facts, Kind::context) == Texts{"the API has no version header"});
  REQUIRE(items_of(facts, Kind::corrections).size() == 1);
  CHECK(items_of(facts, Kind::corrections).front()->right == "Postgres");
}

TEST_CASE("extract: what a compaction took out of sight stays in the journal") {
  Session before;
  before.talk.prompt("Add a token refresh. Never push to main");
  Journal journal;
  const FileExists all = [](const std::string&) { return true; };
  merge_into(journal, before.facts().facts, all);
  Session after;
  after.talk.add(transcript::EntryKind::summary, Talk::text_block("1. Current Work:\n   Timers."));
  merge_into(journal, after.facts().facts, all);
  REQUIRE(journal.sections.size() == 1);
  const Section& section = journal.sections.front();
  CHECK(has(texts(section, Kind::context), "Never push to main"));
  CHECK(has(texts(section, Kind::goal), "Add a token refresh"));
  CHECK(has(texts(section, Kind::prompts), "Add a token refresh"));
}

TEST_CASE("extract: no secret and no control character gets in") {
  Session one;
  one.talk.prompt("use AKIAIOSFODNN7EXAMPLE\x1b[31m for the bucket, password=hunter2secret");
  const std::string text = render(one.facts().facts);
  CHECK(text.find("AKIAIOSFODNN7EXAMPLE") == std::string::npos);
  CHECK(text.find("hunter2secret") == std::string::npos);
  CHECK(text.find('\x1b') == std::string::npos);
}

TEST_CASE("extract: a session of 300 turns") {
  Session one;
  const std::string keeper = one.on_disk("src/keeper.ts");
  one.talk.prompt("Port the report generator to the new storage layer");
  for (int i = 1; i < 300; ++i) {
    const std::string n = std::to_string(i);
    const std::string path =
        i % 3 == 0 ? one.file("src/gone" + n + ".ts") : one.on_disk("src/part" + n + ".ts");
    one.talk.read(path);
    if (i % 2 == 0) one.talk.edit(path);
    if (i % 10 == 0) {
      one.talk.run("git commit -am 'part " + n + "'",
                   "[main " + std::to_string(1000000 + i) + "] part " + n);
    }
    one.talk.call("TodoWrite",
                  {{"todos",
                    {todo("port part " + n, "in_progress"),
                     todo("port part " + std::to_string(i + 1), "pending")}}},
                  "modified");
    one.talk.says("Part " + n + " of the report generator is on the new storage layer.");
    one.talk.prompt("go on with part " + std::to_string(i + 1) + " of the report generator");
  }
  one.talk.edit(keeper);
  const Extracted extracted = one.facts();
  CHECK_FALSE(extracted.empty);
  CHECK(extracted.gone.size() == 99);
  const auto exists = [](const std::string& path) { return std::filesystem::exists(path); };
  Journal journal;
  const Section section = merge_into(journal, extracted.facts, exists).section;
  CHECK(texts(section, Kind::goal) == Texts{"Port the report generator to the new storage layer"});
  CHECK(texts(section, Kind::prompts).back() == "go on with part 300 of the report generator");
  CHECK(texts(section, Kind::progress, State::in_progress) == Texts{"port part 299"});
  CHECK(texts(section, Kind::next) == Texts{"port part 300"});
  CHECK(texts(section, Kind::progress, State::done).size() == 29);
  CHECK(texts(section, Kind::modified_files).back() == keeper);
  CHECK(texts(section, Kind::modified_files).size() == 101);
  CHECK(texts(section, Kind::read_files).size() == 100);
  for (const Kind kind : {Kind::read_files, Kind::modified_files}) {
    for (const std::string& path : texts(section, kind)) CHECK(exists(path));
  }
  CHECK(parse(render(journal)) == journal);
  // The same facts again change nothing.
  const std::string text = render(journal);
  merge_into(journal, one.facts().facts, exists);
  CHECK(render(journal) == text);
}

TEST_CASE("extract: every transcript of the client gives a section where a person has asked") {
  std::size_t asked = 0;
  const std::filesystem::path folder = std::filesystem::path(CONTEXT_ROT_TEST_DATA) / "transcripts";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".jsonl") continue;
    CAPTURE(entry.path().string());
    auto conversation = transcript::read_session(entry.path(), transcript::Detail::content);
    REQUIRE(conversation);
    const auto turns = transcript::turns_of(*conversation);
    const bool has_prompt =
        std::any_of(turns.begin(), turns.end(), [](const auto& turn) { return turn.opened; });
    const test::TempFolder project;
    const auto analysis = findings::analyse(*std::move(conversation), project.path(), "", session_id,
                                             config::LoadedConfig());
    const Extracted extracted = extract(*analysis, session_id, 1000, config::Language::english);
    if (has_prompt) CHECK_FALSE(extracted.empty);
    if (extracted.empty) continue;
    ++asked;
    Journal journal;
    merge_into(journal, extracted.facts, [](const std::string&) { return true; });
    REQUIRE(journal.sections.size() == 1);
    if (has_prompt) CHECK_FALSE(texts(journal.sections.front(), Kind::goal).empty());
    CHECK_FALSE(journal.sections.front().parts.empty());
    CHECK(parse(render(journal)) == journal);
    // Even before merge looks at the disk.
    for (const Kind kind : {Kind::read_files, Kind::modified_files}) {
      for (const std::string& path : texts(extracted.facts, kind)) {
        CAPTURE(path);
        CHECK(std::filesystem::exists(project.path() / path));
      }
    }
  }
  CHECK(asked > 25);
}
