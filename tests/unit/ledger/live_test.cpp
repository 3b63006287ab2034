#include "ledger/live.h"

#include <doctest/doctest.h>

#include "ledger/configured.h"
#include "util/utf8.h"

using namespace context_rot;
using namespace context_rot::correction;
using namespace context_rot::ledger;

namespace {

transcript::Entry answer(std::vector<std::string> texts) {
  transcript::Entry entry;
  entry.kind = transcript::EntryKind::assistant;
  for (std::string& text : texts) {
    transcript::Block block;
    block.text = std::move(text);
    entry.blocks.push_back(std::move(block));
  }
  return entry;
}

Verdict verdict(Label label, std::optional<std::string> wrong, std::optional<std::string> right) {
  Verdict out;
  out.label = label;
  out.wrong = std::move(wrong);
  out.clarified = std::move(right);
  return out;
}

}  // namespace

TEST_CASE("last_answer: the last text of the main chain") {
  transcript::Conversation conversation;
  CHECK_FALSE(last_answer(conversation));
  conversation.entries = {answer({"one", "two"}), answer({""}), answer({"sub"}), answer({"error"}),
                          answer({"client"})};
  conversation.entries[2].sidechain = true;
  conversation.entries[3].api_error = true;
  conversation.entries[4].synthetic = true;
  CHECK(last_answer(conversation) == "two");
  conversation.entries[0].blocks[1].kind = transcript::BlockKind::thinking;
  CHECK(last_answer(conversation) == "one");
}

TEST_CASE("model_note: the right side first, what is missing is left out") {
  CHECK(model_note(verdict(Label::correction, "the cache is in Redis", "it is in Postgres")) ==
        "The user seems to correct the last answer: right \"it is in Postgres\"; wrong \"the cache "
        "is in Redis\".");
  CHECK(model_note(verdict(Label::correction, {}, {})) ==
        "The user seems to correct the last answer.");
  CHECK(model_note(verdict(Label::failure_report, "all tests pass", {})) ==
        "The user seems to report that the last result fails: \"all tests pass\".");
}

TEST_CASE("a doubtful prompt's entry is labelled as it would be if it was one") {
  Verdict doubtful = verdict(Label::none, {}, {});
  doubtful.scores = {0.3, 0.2};
  CHECK(entry_of(doubtful, "s", 1).label == Label::correction);
  doubtful.scores = {0.3, 0.1};
  CHECK(entry_of(doubtful, "s", 1).label == Label::failure_report);
}

TEST_CASE("model_note: never more than its budget, never broken, never with a secret") {
  const std::string token = "ghp_" + std::string("0123456789abcdefghijABCDEFGHIJ012345");
  for (const std::string part :
       {"x", "ñ", "\U0001F468", "<a>", "\"", "\xFF", "word ", "\x1b[31m"}) {
    std::string text = token + " ";
    while (text.size() < 5000) text += part;
    for (const Label label : {Label::correction, Label::failure_report}) {
      const std::string note = model_note(verdict(label, text, text));
      CHECK(note.size() <= max_model_note_bytes);
      CHECK(repair_utf8(note) == note);
      CHECK(note.find(token) == std::string::npos);
      CHECK(note.find("<a") == std::string::npos);
    }
  }
}

TEST_CASE("entry_of: named by session and time, without secrets") {
  const auto entry =
      entry_of(verdict(Label::correction, "password=hunter2hunter2", "b"), "0123456789-abc", 1234);
  CHECK(entry.id == "01234567-1234");
  CHECK(entry.session == "0123456789-abc");
  CHECK(entry.wrong->find("hunter2") == std::string::npos);
  CHECK(entry.clarified == "b");
}

TEST_CASE("configured: cues, languages and cut-offs of the user") {
  config::LoadedConfig loaded;
  loaded.config.correction.note_limit = 0.99;
  loaded.config.correction.cues = {{"wrong", {"nonsense indeed"}}, {"no_such", {"x"}}};
  loaded.config.correction.languages_off = {"de", "xx"};
  loaded.origins["correction.languages_off"] = "f.yaml:3";
  const Configured got = configured(loaded);
  CHECK(got.limits.note == 0.99);
  REQUIRE(got.problems.size() == 2);
  CHECK(got.problems[0] == "f.yaml:3: correction.languages_off: there is no language 'xx'");
  CHECK(got.problems[1].find("correction.cues: there is no concept 'no_such'") == 0);
  const auto hits = got.lexicon.match(read_prose("nonsense indeed").tokens, Speaker::user);
  CHECK(std::any_of(hits.begin(), hits.end(),
                    [](const Hit& hit) { return concept_name(hit.concept_id) == "wrong"; }));
}
