#include "fork/line_edit.h"

#include <doctest/doctest.h>

using namespace context_rot::fork;

namespace {

std::string edited(std::string_view line, const LineEdit& edit) {
  const auto out = edit_line(line, edit);
  REQUIRE(out);
  return *out;
}

}  // namespace

TEST_CASE("line_edit: a result's content becomes a text, everything else keeps its bytes") {
  const std::string line =
      R"({ "uuid":"u2" ,"type":"user","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":[{"type":"text","text":"long \u00e9"},{"type":"image","source":{}}],"is_error":true}]},"toolUseResult":{"a":1.0}})";
  CHECK(
      edited(line, {{{0, "short"}}, {}, 0}) ==
      R"({ "uuid":"u2" ,"type":"user","message":{"role":"user","content":[{"tool_use_id":"t1","type":"tool_result","content":"short","is_error":true}]},"toolUseResult":{"a":1.0}})");
  CHECK(
      edited(R"({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t"}]}})",
             {{{0, "short"}}, {}, 0}) ==
      R"({"type":"user","message":{"content":[{"type":"tool_result","tool_use_id":"t","content":"short"}]}})");
}

TEST_CASE("line_edit: blocks of an answer") {
  const std::string line =
      R"({"type":"assistant","message":{"content":[{"type":"thinking","thinking":"x","signature":"s"},{"type":"text","text":"one"},{"type":"text","text":"two"}]}})";
  CHECK(block_count(line) == 3);
  CHECK(edited(line, {{{0, std::nullopt}, {1, "note"}, {2, std::nullopt}}, {}, 0}) ==
        R"({"type":"assistant","message":{"content":[{"type":"text","text":"note"}]}})");
  const std::vector<BlockChange> all{{0, {}}, {1, {}}, {2, {}}};
  REQUIRE(edit_line(line, {all, {}, 0}));
  CHECK(leaves_nothing(all, block_count(line)));
  CHECK_FALSE(leaves_nothing({{0, {}}, {1, "note"}, {2, {}}}, 3));
  CHECK_FALSE(leaves_nothing({{0, {}}, {2, {}}}, 3));
  CHECK_FALSE(leaves_nothing({}, 0));
  CHECK(
      edited(
          R"({"type":"assistant","message":{"content":[{"type":"tool_use","id":"t","name":"Read","input":{}}]}})",
          {{{0, "note"}}, {}, 0}) ==
      R"({"type":"assistant","message":{"content":[{"type":"text","text":"note"}]}})");
  CHECK(edited(R"({"type":"user","message":{"content":"typed"}})", {{{0, "n\n\"q\""}}, {}, 0}) ==
        R"({"type":"user","message":{"content":"n\n\"q\""}})");
}

TEST_CASE("line_edit: of an attachment what is rendered counts, and no part is left empty") {
  const std::string line =
      R"({"type":"attachment","attachment":{"type":"file","content":"all of it"},"rendered":[{"content":"a"},{"content":[{"type":"text","text":"b"},{"type":"text","text":"c"}]},{"content":"d"}],"renderedRole":"user"})";
  CHECK(block_count(line) == 4);
  CHECK(
      edited(line, {{{0, "stub"}, {1, {}}, {2, {}}, {3, {}}}, {}, 0}) ==
      R"({"type":"attachment","attachment":{"type":"file","content":"all of it"},"rendered":[{"content":"stub"}],"renderedRole":"user"})");
  CHECK(edited(line, {{{1, {}}}, {}, 0}).find(R"([{"type":"text","text":"c"}])") !=
        std::string::npos);
}

TEST_CASE("line_edit: parents") {
  CHECK(edited(R"({"parentUuid":"a","type":"user"})", {{}, "b", 0}) ==
        R"({"parentUuid":"b","type":"user"})");
  CHECK(edited(R"({"parentUuid":"a","type":"user"})", {{}, "", 0}) ==
        R"({"parentUuid":null,"type":"user"})");
  CHECK(edited(R"({"type":"user"})", {{}, "b", 0}) == R"({"type":"user"})");
}

TEST_CASE("line_edit: tokens are taken off the cache first and never go below nothing") {
  const std::string line =
      R"({"type":"assistant","message":{"usage":{"input_tokens":10,"cache_creation_input_tokens":20,"cache_read_input_tokens":100,"iterations":[{"input_tokens":1,"cache_read_input_tokens":99},{"type":"advisor_message","input_tokens":5}]}}})";
  CHECK(
      edited(line, {{}, {}, 110}) ==
      R"({"type":"assistant","message":{"usage":{"input_tokens":10,"cache_creation_input_tokens":10,"cache_read_input_tokens":0,"iterations":[{"input_tokens":0,"cache_read_input_tokens":0},{"type":"advisor_message","input_tokens":5}]}}})");
  CHECK(edited(line, {{}, {}, 100000}).find("-") == std::string::npos);
  CHECK(edited(R"({"type":"assistant","message":{"usage":null}})", {{}, {}, 5}) ==
        R"({"type":"assistant","message":{"usage":null}})");
}

TEST_CASE("line_edit: a boundary forgets lines that are gone") {
  const std::string line =
      R"({"type":"system","compactMetadata":{"preTokens":9,"preservedSegment":{"headUuid":"a","anchorUuid":"s","tailUuid":"c"},"preservedMessages":{"anchorUuid":"s","uuids":["a","b","c"],"allUuids":["a","x","b","c"]}}})";
  LineEdit edit;
  edit.unkept = {{"a"}, "b", "c"};
  CHECK_FALSE(edit.changes_nothing());
  CHECK(
      edited(line, edit) ==
      R"({"type":"system","compactMetadata":{"preTokens":9,"preservedSegment":{"headUuid":"b","anchorUuid":"s","tailUuid":"c"},"preservedMessages":{"anchorUuid":"s","uuids":["b","c"],"allUuids":["x","b","c"]}}})");
  edit.unkept = {{"a", "b", "c"}, "", ""};
  CHECK(edited(line, edit) == R"({"type":"system","compactMetadata":{"preTokens":9}})");
  CHECK(edited(R"({"type":"system"})", edit) == R"({"type":"system"})");
}

TEST_CASE("line_edit: what is no line of a conversation") {
  CHECK_FALSE(edit_line("not json", {}));
  CHECK_FALSE(edit_line("[1]", {}));
  CHECK(block_count("not json") == 0);
  CHECK(block_count(R"({"type":"system","content":"x"})") == 0);
  // An edit of a block that is not there is left.
  CHECK(edited(R"({"type":"user","message":{"content":"a"}})", {{{7, "b"}}, {}, 0}) ==
        R"({"type":"user","message":{"content":"a"}})");
}
