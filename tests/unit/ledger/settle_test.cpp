#include "ledger/settle.h"

#include <doctest/doctest.h>

using namespace context_rot;
using namespace context_rot::correction;
using namespace context_rot::ledger;
using transcript::Entry;
using transcript::EntryKind;

namespace {

constexpr Milliseconds start = 1'000'000;

Entry prompt(Milliseconds seconds) {
  Entry entry;
  entry.kind = EntryKind::prompt;
  entry.time = start + seconds * 1000;
  return entry;
}

Entry says(Milliseconds seconds, std::string text) {
  Entry entry;
  entry.kind = EntryKind::assistant;
  entry.time = start + seconds * 1000;
  transcript::Block block;
  block.text = std::move(text);
  entry.blocks.push_back(std::move(block));
  return entry;
}

Entry queued(Milliseconds seconds) {
  Entry entry = prompt(seconds);
  entry.queued = true;
  return entry;
}

/// How the entry of second 10 is settled: "", "confirmed", "refuted".
std::string outcome(std::vector<Entry> entries, std::string_view last_message = {},
                    bool asked = false) {
  LedgerEntry entry;
  entry.id = "e";
  entry.session = "s";
  entry.asked = asked;
  entry.time = start + 10'000;
  transcript::Conversation conversation;
  conversation.entries = std::move(entries);
  const auto event =
      settling_event(entry, conversation, last_message, start + 60'000, Detector(), Lexicon());
  if (!event) return "";
  const Ledger ledger = read_ledger(detected_event(entry) + "\n" + *event);
  return std::string(name_of(ledger.entries.at(0).standing));
}

const char* const refusal = "[Not a correction]\nok";
const char* const line = "[Correction: Previous response was wrong about X. User clarified: Y.]";

}  // namespace

TEST_CASE("settling: the turn of the entry decides") {
  CHECK(outcome({}) == "");
  CHECK(outcome({prompt(1), says(2, refusal)}) == "");
  CHECK(outcome({prompt(10), says(12, refusal)}) == "refuted");
  CHECK(outcome({prompt(10), says(12, line)}) == "confirmed");
  CHECK(outcome({prompt(10), says(12, "You're right, it is Y.")}) == "confirmed");
  CHECK(outcome({prompt(10), says(12, "done")}) == "");
  CHECK(outcome({prompt(10), says(12, "done"), prompt(20), says(21, refusal)}) == "");
  CHECK(outcome({prompt(50), says(52, refusal)}) == "");
}

TEST_CASE("settling: the last message counts where the transcript does not have it yet") {
  CHECK(outcome({prompt(10)}, line) == "confirmed");
  CHECK(outcome({}, refusal) == "refuted");
  CHECK(outcome({prompt(10), says(12, "looking")}, line) == "confirmed");
  CHECK(outcome({prompt(10)}, "You're right, it is Y.") == "confirmed");
  CHECK(outcome({prompt(10), says(12, "looking")}, "You're right.") == "");
  CHECK(outcome({prompt(10), says(12, refusal)}, line) == "refuted");  // what came first
  CHECK(outcome({prompt(10), says(12, "done"), prompt(50)}, refusal) == "");
  CHECK(outcome({prompt(50)}, refusal) == "");
}

TEST_CASE("settling: a line may stand in any text of the turn, an acknowledgement only first") {
  CHECK(outcome({prompt(10), says(12, "looking"), says(14, line)}) == "confirmed");
  CHECK(outcome({prompt(10), says(12, "looking"), says(14, "You're right.")}) == "");
}

TEST_CASE("settling: a message typed during the turn does not end it") {
  CHECK(outcome({prompt(10), says(12, "looking"), queued(13), says(14, line)}) == "confirmed");
  // The entry itself was typed while a turn ran.
  CHECK(outcome({prompt(1), says(5, "looking"), queued(10), says(14, refusal)}) == "refuted");
}

TEST_CASE("settling: what the client says for the model is no answer") {
  Entry error = says(12, refusal);
  error.api_error = true;
  CHECK(outcome({prompt(10), error}) == "");
  CHECK(outcome({prompt(10), error, says(14, line)}) == "confirmed");
}

TEST_CASE("open_entry: the newest of the session, if it is open") {
  Ledger ledger;
  CHECK(open_entry(ledger, "s") == nullptr);
  ledger.entries.resize(3);
  ledger.entries[0].session = ledger.entries[1].session = "s";
  ledger.entries[2].session = "t";
  CHECK(open_entry(ledger, "s") == &ledger.entries[1]);
  ledger.entries[1].standing = Standing::refuted;
  CHECK(open_entry(ledger, "s") == nullptr);
}

TEST_CASE("reaches: to before the entry, or beyond its turn") {
  LedgerEntry entry;
  entry.time = start + 10'000;
  transcript::Conversation conversation;
  CHECK_FALSE(reaches(conversation, entry));
  conversation.entries = {says(11, "a")};
  CHECK_FALSE(reaches(conversation, entry));
  conversation.entries = {says(9, "a"), says(11, "a")};
  CHECK(reaches(conversation, entry));
  conversation.entries = {prompt(11), prompt(12), prompt(13)};
  CHECK(reaches(conversation, entry));
}

TEST_CASE("settling: a model that was asked and says nothing says no") {
  CHECK(outcome({prompt(10), says(12, "done")}, {}, true) == "refuted");
  CHECK(outcome({prompt(10)}, "done", true) == "refuted");
  CHECK(outcome({prompt(10), says(12, "You're right, it is Y.")}, {}, true) == "confirmed");
  CHECK(outcome({prompt(10), says(12, "looking"), says(14, "[Correction: X -> Y]")}, {}, true) ==
        "confirmed");
  CHECK(outcome({prompt(10)}, {}, true) == "");  // interrupted before a word
  CHECK(outcome({prompt(10), says(12, "done"), prompt(50)}, {}, true) == "refuted");
}

TEST_CASE("settling: what the answer does, where that is sure") {
  Entry complaint = prompt(10);
  transcript::Block words;
  words.text = "it still does not work, the same error again. undo it";
  complaint.blocks.push_back(words);
  const auto before = says(2, "The upload is fixed and works now.");
  CHECK(outcome({prompt(1), before, complaint,
                 says(12, "I see the problem: the upload still fails. Let me fix that.")}) ==
        "confirmed");
  Entry praise = prompt(10);
  words.text = "great, now add a test";
  praise.blocks.push_back(words);
  CHECK(outcome({prompt(1), before, praise, says(12, "Perfect! Here is the test.")}) == "");
}
