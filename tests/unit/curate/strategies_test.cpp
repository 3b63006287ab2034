// The strategies one by one; what they do together is in tests/contract/cases/curate-*.txt and
// tests/property/curate.cpp.

#include <doctest/doctest.h>

#include "curate/curate.h"
#include "curate/decay.h"
#include "curate/failed_results.h"
#include "curate/one_line.h"

using namespace context_rot::curate;

TEST_CASE("the weight of a message") {
  CHECK(unfloored_weight(0, 10) == 1);
  CHECK(unfloored_weight(10, 10) == 0.5);
  CHECK(unfloored_weight(20, 10) == 0.25);
  CHECK(unfloored_weight(0, 0) == 1);
  CHECK(unfloored_weight(1, 0) == 0);
  CHECK(unfloored_weight(33, 10) > 0.1);  // the last turn that the defaults keep
  CHECK(unfloored_weight(34, 10) < 0.1);
}

TEST_CASE("distance is counted in turns, not in messages") {
  const auto array =
      *read_array(R"([{"role":"system","content":"s"},{"role":"user","content":"1"},)"
                  R"({"role":"assistant","content":"a"},{"role":"tool","content":"r"},)"
                  R"({"role":"assistant","content":"b"},{"role":"user","content":"2"},)"
                  R"({"role":"assistant","content":"c"}])");
  CHECK(distances(array) == std::vector<std::size_t>{1, 1, 1, 1, 1, 0, 0});
  CHECK(distances(*read_array("[]")).empty());
}

TEST_CASE("whether a result has failed") {
  const struct {
    const char* block;
    bool failed;
  } cases[] = {
      {R"({"content":"x","is_error":true})", true},
      {R"({"content":"Error: x","is_error":true})", true},
      {R"({"content":"Error: x"})", true},
      {R"({"content":"Error: x","is_error":false})", false},
      {R"({"is_error":true})", true},
      {R"({"content":[{"type":"text","text":"[ERROR] x"}]})", true},
      {R"({"content":"the docs say: Error: x"})", false},
      {R"({"content":"done, no timeout, nothing failed to load"})", false},
      {R"({"content":"{\"exit_code\": 1}"})", true},
      {R"({"content":"{\"is_error\": false, \"text\": \"Error: x\"}"})", false},
      {R"({"content":"[PREVIOUS ERROR - may not be relevant] x"})", true},
      {R"({"content":"[Earlier attempt failed] x"})", true},
      {R"({"content":"The user doesn't want to proceed with this tool use","is_error":true})",
       false},
      {R"({"content":""})", false},
      {R"({"content":7})", false},
  };
  for (const auto& c : cases) {
    CAPTURE(c.block);
    Json block = Json::parse(c.block);
    block["type"] = "tool_result";
    const Json message{{"role", "user"}, {"content", Json::array({block})}};
    CHECK(has_failed(message, 0, Format::anthropic) == c.failed);
  }
}

TEST_CASE("one line") {
  const std::string line = short_line("[x] ", std::string(5000, 'a') + "\n\xE4\xB8");
  CHECK(line.size() < line_limit);
  CHECK(is_short_line(line));
  CHECK(short_line("[x] ", "a\r\n b") == "[x] a b");
}

namespace {

Curated curated(std::string_view text, const Options& options) {
  auto array = read_array(text);
  REQUIRE(array);
  auto out = curate(*std::move(array), options, "", context_rot::correction::Detector());
  REQUIRE(out);
  return *std::move(out);
}

}  // namespace

TEST_CASE("an answer that loses its last call loses thinking that would be last") {
  Options options;
  options.max_failed = 0;
  const auto out =
      curated(R"([{"role":"user","content":"x"},{"role":"assistant","content":[)"
              R"({"type":"thinking","thinking":"1","signature":"s"},{"type":"text","text":"t"},)"
              R"({"type":"thinking","thinking":"2","signature":"s"},)"
              R"({"type":"tool_use","id":"a","name":"B","input":{}}]},{"role":"user","content":[)"
              R"({"type":"tool_result","tool_use_id":"a","content":"Error: x"},)"
              R"({"type":"text","text":"go on"}]}])",
              options);
  CHECK(out.array.messages.size() == 3);
  CHECK(out.array.messages[1].json["content"].size() == 2);
  CHECK(out.array.messages[2].json["content"] ==
        Json::parse(R"([{"type":"text","text":"go on"}])"));
}

TEST_CASE("an image in a marked result stays") {
  Options options;
  options.max_failed = 0;
  options.failed = FailedMode::deprioritize;
  const auto out =
      curated(R"([{"role":"user","content":"x"},{"role":"assistant","content":[)"
              R"({"type":"tool_use","id":"a","name":"B","input":{}}]},{"role":"user","content":[)"
              R"({"type":"tool_result","tool_use_id":"a","is_error":true,"content":[)"
              R"({"type":"image","source":{"type":"url","url":"u"}}]}]}])",
              options);
  CHECK(out.array.messages[2].json["content"][0]["content"] ==
        Json::parse(R"([{"type":"text","text":"[PREVIOUS ERROR - may not be relevant]"},)"
                    R"({"type":"image","source":{"type":"url","url":"u"}}])"));
}

TEST_CASE("nothing is done to an input of nothing, or of rubbish") {
  for (const char* text : {"[]", "[null,7,\"x\",[],{}]", R"([{"role":7,"content":{}}])"}) {
    CAPTURE(text);
    const auto out = curated(text, Options());
    CHECK(write_array(out.array) == text);
    CHECK_FALSE(out.input_faults.empty());
  }
}
