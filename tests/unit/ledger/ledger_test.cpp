#include "ledger/ledger.h"

#include <doctest/doctest.h>
#include <sys/stat.h>

#include "support/session.h"
#include "util/append_file.h"

using namespace context_rot;
using namespace context_rot::correction;
using namespace context_rot::ledger;

namespace {

LedgerEntry entry(std::string id, std::optional<std::string> clarified) {
  LedgerEntry out;
  out.id = std::move(id);
  out.time = *parse_utc("2026-11-30T10:00:00.000Z");
  out.session = "s1";
  out.scores = {0.9, 0.6};
  out.kind = "negation";
  out.wrong = "the name";
  out.clarified = std::move(clarified);
  return out;
}

}  // namespace

TEST_CASE("events add up to entries") {
  const std::string lines =
      detected_event(entry("a", "use tabs")) + "\n" + detected_event(entry("b", "use spaces")) +
      "\nnoise\n{\"event\":\"other\"}\n" +
      settled_event("a", 0, {Standing::confirmed, "model-line", "[Correction", "indentation", {}}) +
      "\n" + settled_event("b", 0, {Standing::refuted, "silence", {}, {}, {}}) + "\n" +
      settled_event("x", 0, {Standing::refuted, "user", {}, {}, {}}) + "\n{\"torn";
  const Ledger ledger = read_ledger(lines);
  REQUIRE(ledger.entries.size() == 2);
  CHECK(ledger.skipped == 4);
  CHECK(ledger.entries[0].standing == Standing::confirmed);
  CHECK(ledger.entries[0].wrong == "indentation");
  CHECK(ledger.entries[0].clarified == "use tabs");
  CHECK(ledger.entries[0].settled_by == "model-line");
  CHECK(ledger.entries[0].settled_words == "[Correction");
  CHECK(ledger.entries[1].settled_by == "silence");
  CHECK(ledger.entries[1].settled_words.empty());
  CHECK(ledger.entries[0].scores.rejected == doctest::Approx(0.9));
  CHECK(ledger.entries[1].standing == Standing::refuted);
  CHECK(filtered(ledger.entries, {Standing::confirmed, {}, {}, {}}).size() == 1);
  CHECK(filtered(ledger.entries, {{}, {}, "s2", {}}).empty());
  CHECK(filtered(ledger.entries, {{}, Label::correction, "s1", ledger.entries[0].time}).size() ==
        2);
}

TEST_CASE("replies settle entries") {
  CHECK(settled_by_reply("a", 0, {ReplyKind::refusal, {}, {}, {}})->find("refuted") !=
        std::string::npos);
  CHECK(settled_by_reply("a", 0, {ReplyKind::correction, "X", "Y", "line"})
            ->find("\"wrong\":\"X\"") != std::string::npos);
  CHECK(settled_by_reply("a", 0, {ReplyKind::acknowledged, {}, {}, {}})->find("acknowledgement") !=
        std::string::npos);
  CHECK_FALSE(settled_by_reply("a", 0, {}));
}

TEST_CASE("export for training needs text and a settlement") {
  LedgerEntry with_text = entry("a", "use tabs");
  CHECK(training_lines({with_text}).empty());
  with_text.text = "no, use tabs";
  CHECK(training_lines({with_text}).empty());
  with_text.standing = Standing::confirmed;
  CHECK(training_lines({with_text}).find("\"label\":\"correction\"") != std::string::npos);
  with_text.standing = Standing::refuted;
  CHECK(training_lines({with_text}).find("\"label\":\"not\"") != std::string::npos);
}

TEST_CASE("what came back three times becomes a rule") {
  std::vector<LedgerEntry> entries{entry("a", "use pnpm instead of npm"),
                                   entry("b", "the port is 80"), entry("c", "use pnpm, not npm"),
                                   entry("d", {})};
  CHECK(propose_rules(entries).empty());
  entries.push_back(entry("e", "please use pnpm not npm."));
  const auto rules = propose_rules(entries);
  REQUIRE(rules.size() == 1);
  CHECK(rules[0].sentence == "- Please use pnpm not npm.");
  CHECK(rules[0].ids == std::vector<std::string>{"a", "c", "e"});
  entries.back().standing = Standing::refuted;
  CHECK(propose_rules(entries).empty());
}

TEST_CASE("lines are appended whole") {
  const test::TempFolder folder;
  const auto file = folder.path() / "corrections.jsonl";
  CHECK(append_line(file, "{\"a\":1}"));
  struct stat status {};
  REQUIRE(::stat(file.c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0600);
  folder.write("corrections.jsonl", "{\"a\":1}\n{\"torn");
  CHECK(append_line(file, "{\"b\":2}"));
  CHECK(test::content_of(file) == "{\"a\":1}\n{\"torn\n{\"b\":2}\n");
  CHECK_FALSE(append_line(file, "a\nb"));
  CHECK_FALSE(append_line(folder.path() / "no" / "folder", "x"));
}
