#include "fork/thinking.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "fork/plan.h"
#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::fork;
using findings::Kind;
using test::Talk;
using transcript::Block;
using transcript::BlockKind;
using transcript::EntryKind;

namespace {

findings::Analysis analysed(const Talk& talk) {
  return findings::Analysis(talk.conversation, "/no/such/project", {}, {});
}

Block thought(const std::string& text, BlockKind kind = BlockKind::thinking) {
  Block block;
  block.kind = kind;
  block.text = text;
  return block;
}

/// Puts thinking in front of the newest answer.
void thinks(Talk& talk, Block block) {
  auto& entries = talk.conversation.entries;
  const auto answer = std::find_if(entries.rbegin(), entries.rend(), [](const auto& entry) {
    return entry.kind == EntryKind::assistant;
  });
  answer->blocks.insert(answer->blocks.begin(), std::move(block));
}

std::string long_text(const std::string& word, int lines = 60) {
  std::string out;
  for (int i = 0; i < lines; ++i) out += "a line of output about " + word + "\n";
  return out;
}

/// Which entries still have thinking after the plan, in words: "1 4".
std::string thinking_left(const Talk& talk, const Plan& plan) {
  std::string out;
  for (std::size_t i = 0; i < talk.conversation.entries.size(); ++i) {
    auto entry = talk.conversation.entries[i];
    for (const Edit& edit : plan.edits) {
      if (edit.entry == i) entry = changed(entry, edit.changes);
    }
    const auto count = std::count_if(entry.blocks.begin(), entry.blocks.end(), is_thinking);
    if (count > 0) out += (out.empty() ? "" : " ") + std::to_string(i);
  }
  return out;
}

/// Two turns with thinking around an output that is repeated: entries 0 to 10. The first of the two
/// `ls` goes, entry 5.
Talk repeated() {
  Talk talk;
  talk.prompt("look");
  talk.says("I look.");  // 1
  thinks(talk, thought("first"));
  talk.prompt("list them");
  talk.says("Listing.");  // 3
  thinks(talk, thought(""));
  talk.run("./show list", long_text("list"));  // 4, 5
  thinks(talk, thought("before the call"));
  talk.run("./show  list", long_text("list"));  // 6, 7
  thinks(talk, thought("", BlockKind::redacted_thinking));
  talk.says("Both are the same.");  // 8
  thinks(talk, thought("last"));
  talk.prompt("thanks");
  talk.says("Any time.");  // 10
  return talk;
}

PlanOptions thorough() {
  PlanOptions options;
  options.thorough = true;
  return options;
}

}  // namespace

TEST_CASE("thinking: before the first change it stays, behind it all of it goes") {
  const Talk talk = repeated();
  const auto analysis = analysed(talk);
  const Plan plan = plan_fork(analysis, thorough());
  REQUIRE(plan.first);
  CHECK(plan.edits[plan.first->edit].entry == 5);
  CHECK(thinking_left(talk, plan) == "1 3 4");
  CHECK(plan.thinking.blocks == 2);
  CHECK(plan.thinking.tokens > 0);
  CHECK(plan.first->cost.thinking.blocks == 2);
  CHECK(plan.first->cost.cached == 0);
  std::int64_t saved = 0;
  for (const Edit& edit : plan.edits) saved += edit.saved();
  CHECK(plan.before - plan.after == saved);

  PlanOptions keep = thorough();
  keep.keep_thinking = true;
  const Plan kept = plan_fork(analysis, keep);
  CHECK(thinking_left(talk, kept) == "1 3 4 6 8");
  CHECK(kept.thinking.blocks == 0);
  CHECK(kept.edits.size() == 1);
}

TEST_CASE("thinking: an entry that held nothing else goes, its neighbours' pairs stay") {
  Talk talk = repeated();
  talk.add(EntryKind::assistant, thought("interrupted"));  // 11
  talk.conversation.entries.back().message_id = "alone";
  const auto analysis = analysed(talk);
  const Plan plan = plan_fork(analysis, thorough());
  REQUIRE(plan.edits.back().entry == 11);
  CHECK(plan.edits.back().only_thinking);
  CHECK(changed(talk.conversation.entries[11], plan.edits.back().changes).blocks.empty());
  CHECK(thinking_left(talk, plan) == "1 3 4");
  CHECK(plan.kinds[Kind::duplicate].entries == 1);
}

TEST_CASE(
    "thinking: of the answer that is changed first what stands in front of the change stays") {
  Talk talk;
  talk.prompt("which database do we use?");
  talk.ask("Bash", {{"command", "cat notes"}});  // 1
  auto& blocks = talk.conversation.entries.back().blocks;
  blocks.insert(blocks.begin(), Talk::text_block("The database is Redis at port 6379."));
  blocks.insert(blocks.begin(), thought("in front"));
  blocks.insert(blocks.begin() + 2, thought("behind the text"));
  Block result;
  result.kind = BlockKind::tool_result;
  result.tool_use_id = blocks.back().tool_use_id;
  result.text = "nothing";
  talk.add(EntryKind::tool_result, result);
  talk.says("The database is Redis at port 6379.");  // 3
  talk.prompt("no, that's wrong: the database is Postgres at port 5432, not Redis");
  talk.says("You're right.");  // 5
  thinks(talk, thought("later"));
  const auto analysis = analysed(talk);
  const Plan plan = plan_fork(analysis, {});
  REQUIRE(plan.first);
  const std::size_t first = plan.edits[plan.first->edit].entry;
  const std::string left = thinking_left(talk, plan);
  CAPTURE(first);
  CHECK((first == 1 || first == 3));
  CHECK(left == "1");
  const auto answer = [&] {
    auto entry = talk.conversation.entries[1];
    for (const Edit& edit : plan.edits) {
      if (edit.entry == 1) entry = changed(entry, edit.changes);
    }
    return entry;
  }();
  CHECK(std::count_if(answer.blocks.begin(), answer.blocks.end(), is_thinking) ==
        (first == 1 ? 1 : 2));
}

TEST_CASE(
    "thinking: what a compaction kept behind its summary is void, before its boundary it is not") {
  Talk talk;
  const bool behind = [] {
    bool value = true;
    SUBCASE("behind the summary") {
      value = true;
    }
    SUBCASE("in front of the boundary") {
      value = false;
    }
    return value;
  }();
  const auto keep = [&] {
    talk.prompt("kept");
    talk.says("Kept.");
    thinks(talk, thought("made under what is gone"));
    for (auto& entry : talk.conversation.entries) {
      entry.preserved = entry.kind == EntryKind::prompt || entry.kind == EntryKind::assistant;
    }
  };
  if (!behind) keep();
  talk.add(EntryKind::boundary, {});
  talk.add(EntryKind::summary, Talk::text_block("the summary"));
  if (behind) keep();
  talk.prompt("go on");
  talk.says("On.");
  thinks(talk, thought("made since"));
  const auto analysis = analysed(talk);
  const Plan plan = plan_fork(analysis, {});
  CHECK_FALSE(plan.first);
  CHECK(plan.thinking.blocks == (behind ? 1 : 0));
  CHECK(thinking_left(talk, plan) == (behind ? "5" : "1 5"));
  PlanOptions keeping;
  keeping.keep_thinking = true;
  CHECK(plan_fork(analysis, keeping).edits.empty());
}

TEST_CASE("thinking: without its text it weighs what the API counted and nothing else explains") {
  transcript::Entry entry;
  entry.kind = EntryKind::assistant;
  entry.blocks = {thought(""), Talk::text_block(std::string(400, 'x'))};
  entry.usage = transcript::Usage{3, 0, 1000, 1104};
  const std::vector<BlockChange> gone{{0, std::nullopt}};
  const Thinking thinking = thinking_in(entry, gone, 1104);
  CHECK(thinking.blocks == 1);
  CHECK(thinking.tokens > 950);
  CHECK(thinking.tokens < 1050);
  entry.usage.reset();
  CHECK(thinking_in(entry, gone, 1104).tokens < 100);
}

TEST_CASE("weighing: small early savings are left alone, unless they are asked for") {
  Talk talk;
  talk.prompt("look");
  talk.run("./show early", long_text("early", 30));   // 1, 2
  talk.run("./show  early", long_text("early", 30));  // 3, 4
  for (int i = 0; i < 8; ++i) {
    talk.prompt("and then?");
    talk.says("Then this.");
    thinks(talk, thought(long_text("what to do then", 20)));
  }
  talk.prompt("list them");
  const auto late = talk.run("./show list", long_text("list"));
  talk.run("./show  list", long_text("list"));
  talk.prompt("thanks");
  talk.says("Any time.");
  thinks(talk, thought("short"));
  const auto analysis = analysed(talk);
  const auto begins_at = [&](const PlanOptions& options) {
    const Plan plan = plan_fork(analysis, options);
    return plan.first ? plan.edits[plan.first->edit].entry : 0;
  };

  const Plan plan = plan_fork(analysis, {});
  REQUIRE(plan.first);
  CHECK(plan.edits[plan.first->edit].entry == late);
  CHECK(plan.left_alone.entries == 1);
  CHECK(plan.left_alone.tokens > 0);
  CHECK(plan.left_alone.cost.thinking.blocks == 8);
  CHECK(plan.left_alone.tokens < plan.left_alone.cost.thinking.tokens);
  CHECK(plan.thinking.blocks == 1);

  CHECK(begins_at(thorough()) == 2);
  PlanOptions asked;
  asked.asked[Kind::duplicate] = true;
  CHECK(begins_at(asked) == 2);
  PlanOptions small;
  small.max_tokens = 1;
  CHECK(begins_at(small) == 2);
  PlanOptions keep;
  keep.keep_thinking = true;
  CHECK(begins_at(keep) == 2);  // and no cache is warm: it costs nothing

  PlanOptions warm = keep;
  warm.cache_is_warm = true;
  const Plan cached = plan_fork(analysis, warm);
  REQUIRE(cached.first);
  CHECK(cached.edits[cached.first->edit].entry == late);
  CHECK(cached.left_alone.cost.thinking.blocks == 0);
  CHECK(cached.left_alone.cost.cached > 10 * cached.left_alone.tokens);
}

TEST_CASE(
    "weighing: where nothing is worth its cost the fork is a plain copy; what is wrong goes") {
  Talk talk;
  talk.prompt("look");
  talk.run("./show early", long_text("early", 30));
  talk.run("./show  early", long_text("early", 30));
  talk.prompt("and then?");
  talk.says("Then this.");
  thinks(talk, thought(long_text("what to do then", 60)));
  {
    const auto analysis = analysed(talk);
    const Plan plan = plan_fork(analysis, {});
    CHECK_FALSE(plan.first);
    CHECK(plan.edits.empty());
    CHECK(plan.left_alone.entries == 1);
    CHECK(plan.after == plan.before);
  }
  Talk wrong;
  wrong.prompt("which database do we use?");
  const auto answer = wrong.says("The database is Redis at port 6379.");
  wrong.prompt("no, that's wrong: the database is Postgres at port 5432, not Redis");
  wrong.says("You're right, it is Postgres.");
  thinks(wrong, thought(long_text("what to do then", 60)));
  const auto analysis = analysed(wrong);
  const Plan plan = plan_fork(analysis, {});
  REQUIRE(plan.first);
  CHECK(plan.edits[plan.first->edit].entry == answer);
  CHECK(plan.left_alone.entries == 0);
  CHECK(plan.thinking.blocks == 1);
}
