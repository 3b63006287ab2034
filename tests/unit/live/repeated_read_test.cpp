// When a Read shows only what an earlier one shows already.

#include "live/repeated_read.h"

#include <doctest/doctest.h>

#include "support/talk.h"
#include "transcript/tool_use.h"

using namespace context_rot;
using namespace context_rot::live;
using nlohmann::ordered_json;

namespace {

const ordered_json path{{"file_path", "/p/a.ts"}};
const std::string content = "one\n\ntwo\n";
const std::string shown = "1\tone\n2\t\n3\ttwo\n4\t";

ToolOutput read_now(const std::string& text = content, int start = 1,
                    const ordered_json& input = path) {
  return {"Read",
          nlohmann::json(input),
          {{"type", "text"},
           {"file",
            {{"filePath", "/p/a.ts"},
             {"content", text},
             {"numLines", 4},
             {"startLine", start},
             {"totalLines", 4}}}}};
}

}  // namespace

TEST_CASE("lines behind their numbers, as the client writes them") {
  CHECK(numbered(content, 1) == shown);
  CHECK(numbered("x", 50) == "50\tx");
  CHECK(numbered("", 1) == "1\t");
}

TEST_CASE("the same text is in the window already") {
  test::Talk talk;
  talk.prompt("look");
  talk.call("Read", path, shown);
  talk.says("I see");
  talk.prompt("again");
  talk.ask("Read", path);
  CHECK(has_earlier_read(talk.conversation, read_now(), "id2"));
  const auto found = find_repeated_read(talk.conversation, read_now(), "id2");
  REQUIRE(found);
  CHECK(found->messages == 2);
  CHECK(transcript::is_unchanged_stub(numbered(unchanged_note(*found), 1)));
  CHECK(unchanged_note({INT64_C(4102444800000), 1000000}).size() <= 300);
}

TEST_CASE("what is no repetition") {
  test::Talk talk;
  talk.prompt("look");
  SUBCASE("nothing earlier") {}
  SUBCASE("another text") {
    talk.call("Read", path, "1\tone\n2\t");
  }
  SUBCASE("a note stands there") {
    talk.call("Read", path, shown);
    talk.call("Read", path, numbered(unchanged_note({}), 1));
  }
  SUBCASE("other lines") {
    talk.call("Read", {{"file_path", "/p/a.ts"}, {"offset", 1}, {"limit", 4}}, shown);
  }
  SUBCASE("another file") {
    talk.call("Read", {{"file_path", "/p/b.ts"}}, shown);
  }
  SUBCASE("another tool") {
    talk.call("View", path, shown);
  }
  SUBCASE("an error") {
    talk.call("Read", path, "File does not exist.", true);
  }
  SUBCASE("written since") {
    talk.call("Read", path, shown);
    talk.call("Edit", {{"file_path", "/p/a.ts"}, {"old_string", "x"}}, "updated");
  }
  SUBCASE("without its result") {
    talk.ask("Read", path);
  }
  SUBCASE("results were cleared since") {
    talk.call("Read", path, shown);
    talk.says("x");
    talk.conversation.entries.back().kind = transcript::EntryKind::system;
    talk.conversation.entries.back().label = "microcompact_boundary";
  }
  SUBCASE("in a subagent") {
    talk.call("Read", path, shown);
    for (auto& entry : talk.conversation.entries) entry.sidechain = true;
  }
  talk.ask("Read", path);
  const auto& last = talk.conversation.entries.back().blocks.back();
  CHECK(!find_repeated_read(talk.conversation, read_now(), last.tool_use_id));
}

TEST_CASE("a part of a file is its own Read") {
  const ordered_json part{{"file_path", "/p/a.ts"}, {"offset", 3}, {"limit", 1}};
  test::Talk talk;
  talk.call("Read", part, "3\ttwo");
  talk.ask("Read", part);
  CHECK(find_repeated_read(talk.conversation, read_now("two", 3, part), "id2"));
  CHECK(!find_repeated_read(talk.conversation, read_now("two", 3), "id2"));
}
