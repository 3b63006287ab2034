// Each kind of finding: what it is, and what only looks like it.

#include "findings/findings.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::findings;
using namespace context_rot::session;
using test::MemoryFiles;
using test::Talk;
using Entries = std::vector<std::size_t>;

namespace {

std::vector<Finding> found_in(const Talk& talk, const MemoryFiles& files = {},
                              const std::vector<ledger::LedgerEntry>* ledger = nullptr) {
  return find_all(view_of(talk.conversation, {&files, "/p", ledger, nullptr})).list;
}

/// The entries of all findings of a kind.
Entries of(const std::vector<Finding>& findings, Kind kind) {
  Entries out;
  for (const Finding& finding : findings) {
    if (finding.kind != kind) continue;
    out.insert(out.end(), finding.entries.begin(), finding.entries.end());
  }
  std::sort(out.begin(), out.end());
  return out;
}

const Finding& first(const std::vector<Finding>& findings, Kind kind) {
  const auto place = std::find_if(findings.begin(), findings.end(),
                                  [&](const Finding& f) { return f.kind == kind; });
  REQUIRE(place != findings.end());
  return *place;
}

std::string long_text(const std::string& word, std::size_t bytes) {
  std::string out;
  while (out.size() < bytes) out += word + ' ';
  return out;
}

}  // namespace

TEST_CASE("corrected answers") {
  Talk talk;
  talk.prompt("where is the cache?");
  const auto wrong = talk.says("The cache lives in Redis.");
  const auto prompt = talk.prompt("no, the cache is in Postgres, not in Redis");
  talk.says("You're right, it is in Postgres, table kv.");
  talk.prompt("thanks, go on");
  talk.says("The cache is warm now.");
  const auto findings = found_in(talk);
  CHECK(of(findings, Kind::corrected) == Entries{wrong});
  const Finding& finding = first(findings, Kind::corrected);
  CHECK(finding.quote.find("Redis") != std::string::npos);
  CHECK(finding.right.find("Postgres") != std::string::npos);
  CHECK(finding.by == prompt);
  CHECK(finding.remedy == Remedy::note);
}

TEST_CASE("the ledger has the last word on corrections") {
  Talk talk;
  talk.prompt("where is the cache?");
  const auto wrong = talk.says("The cache lives in Redis.");
  talk.prompt("no, the cache is in Postgres, not in Redis");
  talk.says("Fine.");
  const auto other = talk.prompt("and the queue?");
  talk.says("In Kafka.");
  std::vector<ledger::LedgerEntry> ledger(2);
  ledger[0].id = "uuid2";
  ledger[0].standing = ledger::Standing::refuted;
  ledger[1].time = talk.time_of(other) + 300;
  ledger[1].standing = ledger::Standing::confirmed;
  ledger[1].wrong = "all is fine";
  ledger[1].clarified = "nothing is";
  const auto findings = found_in(talk, {}, &ledger);
  CHECK(of(findings, Kind::corrected) == Entries{3});
  CHECK(first(findings, Kind::corrected).quote == "all is fine");
  ledger[1].standing = ledger::Standing::open;
  CHECK(of(found_in(talk, {}, &ledger), Kind::corrected).empty());
  ledger.clear();
  CHECK(of(found_in(talk, {}, &ledger), Kind::corrected) == Entries{wrong});
}

TEST_CASE("abandoned work") {
  Talk talk;
  talk.prompt("fix the login");
  talk.edit("/p/login.ts");
  talk.says("The login is fixed.");
  const auto began = talk.prompt("now cache it with a proxy");
  const auto edit = talk.edit("/p/cache.ts");
  const auto said = talk.says("There is a proxy now.");
  talk.prompt("make the proxy faster");
  const auto edit2 = talk.edit("/p/cache.ts");
  const auto said2 = talk.says("It is faster.");
  const auto revert = talk.prompt("let's drop this approach");
  talk.says("Reverted.");
  const auto findings = found_in(talk);
  CHECK(of(findings, Kind::abandoned) == Entries{edit - 1, edit, said, edit2 - 1, edit2, said2});
  const Finding& finding = first(findings, Kind::abandoned);
  CHECK(finding.prompt == began);
  CHECK(finding.by == revert);
  CHECK(finding.remedy == Remedy::rewind);
  CHECK(finding.times == 2);
}

TEST_CASE("a small revert takes back the last turn only") {
  Talk talk;
  talk.prompt("fix the login");
  talk.edit("/p/login.ts");
  talk.says("The login is fixed.");
  talk.prompt("rename it too");
  const auto edit = talk.edit("/p/login.ts");
  const auto said = talk.says("Renamed.");
  talk.prompt("revert that");
  talk.says("Done.");
  CHECK(of(found_in(talk), Kind::abandoned) == Entries{edit - 1, edit, said});
}

TEST_CASE("failed attempts that were resolved") {
  Talk talk;
  talk.prompt("run the tests");
  const auto a = talk.fail("npm test 2>&1 | tail -5", "Exit code 1\nTypeError: x is undefined");
  talk.edit("/p/a.ts");
  const auto b = talk.fail("npm test");
  talk.run("npm test", "20 passed");
  const auto findings = found_in(talk);
  CHECK(of(findings, Kind::failed) == Entries{a, b});
  const Finding& finding = first(findings, Kind::failed);
  CHECK(finding.resolved);
  CHECK(finding.times == 2);
  CHECK(finding.target == "npm test");
  CHECK(finding.evidence.find("then succeeded") != std::string::npos);
}

TEST_CASE("the last failure of an open problem is useful") {
  Talk talk;
  talk.prompt("run the tests");
  const auto a = talk.fail("npm test");
  talk.fail("npm test");
  talk.says("It fails.");
  CHECK(of(found_in(talk), Kind::failed) == Entries{a});
  talk.prompt("hm");
  talk.says("Shall I go on?");
  CHECK(of(found_in(talk), Kind::failed) == Entries{a});
}

TEST_CASE("what was given up is noise as a whole") {
  Talk talk;
  talk.prompt("run the tests");
  const auto a = talk.fail("npm test");
  talk.prompt("leave it, write the docs");
  talk.edit("/p/README.md");
  talk.prompt("and the changelog");
  talk.edit("/p/CHANGELOG.md");
  CHECK(of(found_in(talk), Kind::failed) == Entries{a});
  CHECK(first(found_in(talk), Kind::failed).evidence.find("given up") != std::string::npos);
}

TEST_CASE("what is no failed attempt") {
  Talk talk;
  talk.prompt("look");
  talk.run("grep -rn failed src", "src/a.ts: Error: failed");
  talk.call("Bash", {{"command", "rm -rf /p"}},
            "The user doesn't want to proceed with this tool use.", true);
  talk.fail("ls /a");
  talk.run("ls /b", "fine");  // another target
  CHECK(of(found_in(talk), Kind::failed).empty());
}

TEST_CASE("a pipe that hides the exit code") {
  Talk talk;
  talk.prompt("run the tests");
  const auto a = talk.run("npm test 2>&1 | tail -5", "Tests: 3 failed, 17 passed");
  talk.run("npm test 2>&1 | tail -5", "Tests: 20 passed");
  CHECK(of(found_in(talk), Kind::failed) == Entries{a});
}

TEST_CASE("reads that were edited or read again since") {
  Talk talk;
  talk.prompt("look");
  const auto a = talk.read("/p/src/a.ts");
  talk.edit("/p/src/a.ts");
  const auto b = talk.read("/p/src/a.ts");
  talk.read("/p/src/a.ts");
  talk.read("/p/src/b.ts");
  const auto findings = found_in(talk);
  CHECK(of(findings, Kind::stale_read) == Entries{a, b});
  const Finding& finding = first(findings, Kind::stale_read);
  CHECK(finding.target == "src/a.ts");
  CHECK(finding.times == 3);
  CHECK(finding.edits == 1);
  CHECK(finding.evidence == "src/a.ts read 3 times, edited once");
}

TEST_CASE("partial reads supersede what they cover") {
  Talk talk;
  talk.prompt("look");
  std::string lines;
  for (int i = 0; i < 80; ++i) lines += std::to_string(i + 1) + "\tone\n";
  talk.read("/p/a.ts", lines);  // whole: a later part does not cover it
  talk.read_lines("/p/a.ts", 1, 50);
  CHECK(of(found_in(talk), Kind::stale_read).empty());
  const auto part = talk.read_lines("/p/b.ts", 20, 60);  // 20 to 79
  talk.read_lines("/p/b.ts", 1, 40);                     // 1 to 40
  CHECK(of(found_in(talk), Kind::stale_read).empty());
  talk.read_lines("/p/b.ts", 41, 40);  // 41 to 80: together they cover 20 to 79
  CHECK(of(found_in(talk), Kind::stale_read) == Entries{part});
}

TEST_CASE("a result that says unchanged supersedes nothing") {
  Talk talk;
  talk.prompt("look");
  talk.read("/p/a.ts");
  talk.read("/p/a.ts", "File unchanged since last read. The earlier result is still current.");
  CHECK(of(found_in(talk), Kind::stale_read).empty());
}

TEST_CASE("reads against what is on disk") {
  Talk talk;
  talk.prompt("look");
  const auto changed = talk.read("/p/changed.ts");
  const auto gone = talk.read("/p/gone.ts");
  talk.read("/p/same.ts");
  talk.read("/p/unknown.ts");
  MemoryFiles files;
  files.present("/p/changed.ts", talk.time_of(changed) + 60000);
  files.present("/p/same.ts", talk.time_of(changed) - 60000);
  files.missing("/p/gone.ts");
  const auto findings = found_in(talk, files);
  CHECK(of(findings, Kind::stale_read) == Entries{changed, gone});
  CHECK(first(findings, Kind::stale_read).evidence.find("changed on disk") != std::string::npos);
}

TEST_CASE("a newer file that holds what was shown is no change") {
  Talk talk;
  talk.prompt("look");
  const auto read = talk.read("/p/a.ts", "1\tbake the bread\n2\tcool the cake\n3\tserve it all");
  talk.call(
      "Edit",
      {{"file_path", "/p/a.ts"}, {"old_string", "cool the cake"}, {"new_string", "cool the tarts"}},
      "The file has been updated.");
  const Milliseconds later = talk.time_of(read) + 600000;
  const auto stale = [&](const std::string& content) {
    return of(found_in(talk, MemoryFiles().holding("/p/a.ts", content, later)), Kind::stale_read);
  };
  CHECK(stale("one\nbake the bread\n  cool the tarts\nserve it all\n").empty());
  CHECK(stale("bake the bread\ncool the tarts\nserve nothing\n") == Entries{read});
}

TEST_CASE("a read behind a formatter is not waste, the one before it is") {
  Talk talk;
  talk.prompt("format");
  const auto before = talk.read("/p/a.ts");
  talk.run("prettier --write /p/a.ts", "a.ts 20ms");
  const auto after = talk.read("/p/a.ts");
  MemoryFiles files;
  files.present("/p/a.ts", talk.time_of(after) - 1000);
  CHECK(of(found_in(talk, files), Kind::stale_read) == Entries{before});
}

TEST_CASE("duplicates") {
  Talk talk;
  const std::string listing = long_text("src/a.ts", 300);
  talk.prompt("look");
  const auto a = talk.run("ls -R src", listing);
  const auto b = talk.run("find src", listing);
  talk.call("Grep", {{"pattern", "x"}}, listing);
  talk.call("Grep", {{"pattern", "y"}}, "No matches found");
  talk.call("Grep", {{"pattern", "z"}}, "No matches found");
  const auto findings = found_in(talk);
  CHECK(of(findings, Kind::duplicate) == Entries{a, b});
  CHECK(first(findings, Kind::duplicate).times == 3);
  Talk files;
  files.prompt("look");
  files.read("/p/a.ts", listing);
  files.read("/p/b.ts", listing);  // that two files hold the same is something to know
  CHECK(of(found_in(files), Kind::duplicate).empty());
}

TEST_CASE("oversized output") {
  const auto talk_about = [](const std::string& answer) {
    Talk talk;
    talk.prompt("look at the log");
    talk.run("cat service.log", long_text("request_4711 handled", 40000));
    talk.says(answer);
    talk.prompt("go on");
    talk.says("Done.");
    return of(found_in(talk), Kind::oversized);
  };
  CHECK(talk_about("The log shows nothing of interest.") == Entries{2});
  CHECK(talk_about("The problem is request_4711.").empty());
  Talk fresh;
  fresh.prompt("look at the log");
  fresh.run("cat service.log", long_text("request_4711 handled", 40000));
  CHECK(of(found_in(fresh), Kind::oversized).empty());  // not read yet
  Talk known;
  known.prompt("is request_4711 in the log?");
  known.run("cat service.log", long_text("request_4711 handled", 40000));
  known.says("Yes, request_4711 is there.");
  known.prompt("go on");
  CHECK(of(found_in(known), Kind::oversized) == Entries{2});  // the name was known before
}

TEST_CASE("references to files that are gone") {
  Talk talk;
  talk.prompt("clean up");
  const auto edit = talk.edit("/p/src/old.ts");
  talk.run("rm /p/src/old.ts", "");
  talk.says("I removed old.ts.");
  talk.prompt("go on");
  const auto speaks = talk.says("The handler in old.ts calls the cache.");
  MemoryFiles files;
  files.missing("/p/src/old.ts");
  const auto findings = found_in(talk, files);
  CHECK(of(findings, Kind::deleted_reference) == Entries{edit, speaks});
  const Finding& finding = first(findings, Kind::deleted_reference);
  CHECK(finding.times == 1);
  CHECK(finding.quote == "rm /p/src/old.ts");
  CHECK(of(found_in(talk), Kind::deleted_reference).empty());  // nothing is known of the disk
}

TEST_CASE("another file of the same name is not the one that is gone") {
  Talk talk;
  talk.prompt("look");
  talk.read("/p/a/index.ts");
  talk.read("/p/b/index.ts");
  talk.says("index.ts is fine, b/index.ts too.");
  MemoryFiles files;
  files.missing("/p/a/index.ts").present("/p/b/index.ts");
  CHECK(of(found_in(talk, files), Kind::deleted_reference).empty());
  const auto speaks = talk.says("a/index.ts needs work.");
  CHECK(of(found_in(talk, files), Kind::deleted_reference) == Entries{speaks});
}

TEST_CASE("what may mean several files that are gone means none") {
  Talk talk;
  talk.prompt("look");
  talk.read("/p/a/src/index.ts");
  talk.read("/p/b/src/index.ts");
  talk.says("src/index.ts needs work, and so does index.ts.");
  MemoryFiles files;
  files.missing("/p/a/src/index.ts").missing("/p/b/src/index.ts");
  CHECK(of(found_in(talk, files), Kind::deleted_reference).empty());
  const auto one = talk.says("b/src/index.ts needs work.");
  const auto whole = talk.says("So does /p/b/src/index.ts.");
  CHECK(of(found_in(talk, files), Kind::deleted_reference) == Entries{one, whole});
  files.present("/p/b/src/index.ts");
  CHECK(of(found_in(talk, files), Kind::deleted_reference).empty());
}

TEST_CASE("superseded decisions") {
  Talk talk;
  talk.prompt("plan it");
  const auto old = talk.says("We decided to use Redis for the lock.");
  talk.prompt("go on");
  const auto now = talk.says("We decided to use Postgres for the lock.");
  const auto findings = found_in(talk);
  CHECK(of(findings, Kind::contradiction) == Entries{old});
  CHECK(first(findings, Kind::contradiction).by == now);
  CHECK(first(findings, Kind::contradiction).remedy == Remedy::state);
}

TEST_CASE("output of a search that is over") {
  Talk talk;
  talk.prompt("run the tests");
  const auto a = talk.fail("npm test");
  const auto looked = talk.run("grep debug config.json", "{\"debug\": true}");
  const auto b = talk.fail("npm test");
  talk.run("npm test", "20 passed");
  const auto log = talk.run("git log -3", "three commits");
  talk.run("git log -3", "four commits");
  const auto findings = found_in(talk);
  CHECK(of(findings, Kind::failed) == Entries{a, b});
  CHECK(of(findings, Kind::debug_noise) == Entries{looked, log});
}

TEST_CASE("another view of the same output is not the same output") {
  Talk talk;
  talk.prompt("look");
  talk.run("git log --oneline | head -50", "fifty commits");
  talk.run("git log --oneline | tail -5", "five commits");
  CHECK(of(found_in(talk), Kind::debug_noise).empty());
}

TEST_CASE("a file that the client attached is a read") {
  Talk talk;
  talk.prompt("look at @a.ts");
  const auto file =
      talk.add(transcript::EntryKind::attachment,
               Talk::text_block("<system-reminder>\nCalled the Read tool with the following input: "
                                "{\"file_path\":\"/p/a.ts\"}\n</system-reminder>"));
  talk.conversation.entries.back().label = "file";
  talk.conversation.entries.back().blocks.push_back(
      Talk::text_block("<system-reminder>\nResult of calling the Read tool:\n1\thello\n"));
  CHECK(of(found_in(talk), Kind::stale_read).empty());
  talk.edit("/p/a.ts");
  CHECK(of(found_in(talk), Kind::stale_read).empty());
  talk.read("/p/a.ts", "1\thello\n");
  CHECK(of(found_in(talk), Kind::stale_read) == Entries{file});
}

TEST_CASE("the first kind that fits has the entry") {
  Talk talk;
  talk.prompt("try it");
  const auto failed = talk.fail("npm test", "Exit code 1\n" + long_text("same", 300));
  talk.fail("npm test", "Exit code 1\n" + long_text("same", 300));
  talk.prompt("revert that");
  talk.says("ok");
  const auto findings = found_in(talk);
  const auto abandoned = of(findings, Kind::abandoned);
  CHECK(std::count(abandoned.begin(), abandoned.end(), failed) == 1);
  CHECK(of(findings, Kind::failed).empty());
  CHECK(of(findings, Kind::duplicate).empty());
}

TEST_CASE("evidence is safe to show") {
  Talk talk;
  talk.prompt("run");
  talk.fail("deploy --token=abc123def456ghi",
            "Exit code 1\n\x1b[31mError: token=abc123def456ghi\n");
  talk.run("deploy --token=abc123def456ghi", "ok");
  const Finding finding = first(found_in(talk), Kind::failed);
  CHECK(finding.evidence.find("abc123") == std::string::npos);
  CHECK(finding.evidence.find('\x1b') == std::string::npos);
}

TEST_CASE("signal") {
  Findings findings;
  CHECK(findings.signal() == 100);
  findings.total = 1000;
  const auto with = [&](std::int64_t noise) {
    findings.noise = noise;
    return findings.purity();
  };
  CHECK(with(399) == Purity::clean);
  CHECK(with(400) == Purity::polluted);
  CHECK(with(800) == Purity::polluted);
  CHECK(with(801) == Purity::toxic);
  CHECK(findings.signal() == 19);
}

TEST_CASE("texts that could be read again and again are not") {
  // Each takes minutes where the time is quadratic.
  const auto repeated = [](const std::string& text) { return long_text(text, 1u << 20); };
  Talk talk;
  talk.prompt(repeated("decided to use A for B."));
  talk.read("/p/old.ts");
  talk.says(repeated("old.ts is deleted"));
  talk.says(repeated("go with revert that"));
  talk.run(repeated("a &&"), repeated("1 failed"));
  talk.fail(repeated("'"), repeated("Error: at x"));
  for (int round = 0; round < 2; ++round) {
    for (int i = 0; i < 3000; ++i) talk.fail("ls " + std::to_string(i));
  }
  for (int i = 0; i < 3000; ++i) talk.run("ls " + std::to_string(i), "ok");
  for (int i = 0; i < 3000; ++i) talk.read("/p/d" + std::to_string(i) + "/index.ts");
  talk.says(repeated("index.ts d5/index.ts"));
  MemoryFiles files;
  files.missing("/p/old.ts");
  for (int i = 0; i < 3000; ++i) files.missing("/p/d" + std::to_string(i) + "/index.ts");
  CHECK(found_in(talk, files).size() > 3000);
}

TEST_CASE("an empty conversation") {
  const transcript::Conversation nothing;
  const SessionView view = view_of(nothing, {});
  CHECK(find_all(view).list.empty());
  CHECK(view.attribution.total() == 0);
}

TEST_CASE("a report of failures counts only where nothing but the runner can have written it") {
  Talk talk;
  talk.prompt("run the mutants");
  talk.run("make test 2>&1 | tail -3\nsh mutants.sh | grep FAILED", "OK\nmutant 1: FAILED (1)\n");
  talk.run("make test 2>&1 | tail -3\nsh mutants.sh | grep FAILED", "OK\n");
  CHECK(of(found_in(talk), Kind::failed).empty());
  const auto failed = talk.run("make test 2>&1 | tail -3", "FAILED (failures=1)\n");
  talk.run("make test 2>&1 | tail -3", "OK\n");
  CHECK(of(found_in(talk), Kind::failed) == Entries{failed});
}

TEST_CASE("an invitation to roll back takes back the work before it") {
  Talk talk;
  talk.prompt("let the bell ring");
  const auto edit = talk.edit("/p/bell.ts");
  const auto said = talk.says("It rings. Shall I commit it?");
  talk.prompt("how loud is it?");
  const auto loud = talk.says("Quite.");
  talk.prompt("nah let's roll back, the bells are not needed once the new oven is there");
  talk.says("Rolled back.");
  CHECK(of(found_in(talk), Kind::abandoned) == Entries{edit - 1, edit, said, loud});
}
