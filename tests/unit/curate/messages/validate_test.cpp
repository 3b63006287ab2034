// The rules of the Messages API and of OpenAI's, one by one.

#include "curate/messages/validate.h"

#include <doctest/doctest.h>

#include <string>

using namespace context_rot::curate;

namespace {

/// "INDEX rule" of every violation, blanks between.
std::string faults(std::string_view messages, Format format) {
  const auto array = read_array(messages, format);
  REQUIRE(array);
  std::string out;
  for (const Violation& fault : validate(*array)) {
    if (!out.empty()) out += ' ';
    out += std::to_string(fault.message);
    out += ' ';
    out += name_of(fault.rule);
  }
  return out;
}

}  // namespace

#define USER R"({"role":"user","content":"x"})"
#define CALL(id) R"({"type":"tool_use","id":")" id R"(","name":"B","input":{}})"
#define RESULT(id) R"({"type":"tool_result","tool_use_id":")" id R"(","content":"r"})"
#define SAYS(blocks) R"({"role":"assistant","content":[)" blocks "]}"
#define ANSWERS(blocks) R"({"role":"user","content":[)" blocks "]}"
#define TEXT R"({"type":"text","text":"t"})"
#define THINKS R"({"type":"thinking","thinking":"","signature":"s"})"

TEST_CASE("Anthropic") {
  const struct {
    const char* messages;
    const char* faults;
  } cases[] = {
      {"[" USER "]", ""},
      {"[" USER "," USER "]", ""},  // the API joins them
      {"[]", "0 empty"},
      {"[7]", "0 shape"},
      {R"([{"role":"tool","content":"x"}])", "0 role"},
      {R"([{"role":"assistant","content":"x"}])", "0 role"},
      {R"([{"role":"system","content":"s"},)" USER "]", ""},
      {R"([{"role":"system","content":"s"},{"role":"assistant","content":"x"}])", "1 role"},
      {R"([{"role":"user","content":""}])", "0 empty"},
      {R"([{"role":"user","content":" \n"}])", "0 empty"},
      {R"([{"role":"user","content":[]}])", "0 empty"},
      {R"([{"role":"user"}])", "0 empty"},
      {R"([{"role":"user","content":[{"type":"text","text":""}]}])", "0 empty"},
      {R"([{"role":"user","content":[{"text":"x"}]}])", "0 shape"},
      // calls and results
      {"[" USER "," SAYS(CALL("a")) "," ANSWERS(RESULT("a")) "]", ""},
      {"[" USER "," SAYS(CALL("a") "," CALL("b")) "," ANSWERS(RESULT("b") "," RESULT("a")) "]", ""},
      {"[" USER "," SAYS(CALL("a") "," CALL("b")) "," ANSWERS(RESULT("b")) "]", "1 pairing"},
      {"[" USER
       "," SAYS(CALL("a") "," CALL("b")) "," ANSWERS(RESULT("a")) "," ANSWERS(RESULT("b")) "]",
       "1 pairing 3 pairing"},
      {"[" USER "," SAYS(CALL("a")) "]", "1 pairing"},
      {"[" USER "," SAYS(CALL("a")) "," USER "," ANSWERS(RESULT("a")) "]", "1 pairing 3 pairing"},
      {"[" ANSWERS(RESULT("a")) "]", "0 pairing"},
      {"[" USER "," SAYS(CALL("a")) "," ANSWERS(RESULT("a") "," RESULT("a")) "]", "2 pairing"},
      {"[" USER "," SAYS(CALL("a")) "," ANSWERS(RESULT("a") "," TEXT) "]", ""},
      {"[" USER "," SAYS(CALL("a")) "," ANSWERS(TEXT "," RESULT("a")) "]", "2 order"},
      {"[" USER "," SAYS(CALL("a")) "," ANSWERS(RESULT("a")) "," SAYS(CALL("a")) "," ANSWERS(
           RESULT("a")) "]",
       "3 pairing"},
      {"[" ANSWERS(CALL("a")) "," ANSWERS(RESULT("a")) "]", "0 role"},
      {"[" USER "," SAYS(R"({"type":"tool_use","id":"a","name":"B","input":"{}"})") "," ANSWERS(
           RESULT("a")) "]",
       "1 shape"},
      {"[" USER "," SAYS(CALL("a")) "," ANSWERS(R"({"type":"tool_result","tool_use_id":"a"})") "]",
       ""},
      {"[" USER "," SAYS(CALL("a")) "," ANSWERS(
           R"({"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":""}]})") "]",
       "2 empty"},
      // thinking
      {"[" USER "," SAYS(THINKS "," TEXT) "]", ""},
      {"[" USER "," SAYS(TEXT "," THINKS "," TEXT) "]", "1 thinking"},
      {"[" USER "," SAYS(THINKS "," TEXT "," THINKS) "]", "1 thinking"},
      {"[" USER "," SAYS(THINKS) "]", "1 thinking"},
      {"[" USER "," SAYS(R"({"type":"thinking","thinking":"x"},)" TEXT) "]", "1 thinking"},
      {"[" USER "," SAYS(R"({"type":"redacted_thinking","data":"x"},)" TEXT) "]", ""},
      {"[" ANSWERS(THINKS "," TEXT) "]", "0 role"},
      // images
      {"[" ANSWERS(R"({"type":"image","source":{"type":"base64","data":"x"}})") "]", ""},
      {"[" ANSWERS(R"({"type":"image","source":{"type":"base64","data":""}})") "]", "0 media"},
      {"[" ANSWERS(R"({"type":"image"})") "]", "0 media"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.messages);
    CHECK(faults(c.messages, Format::anthropic) == c.faults);
  }
}

#define CALLS(list) R"({"role":"assistant","content":null,"tool_calls":[)" list "]}"
#define FUNCTION(id) \
  R"({"id":")" id R"(","type":"function","function":{"name":"f","arguments":""}})"
#define TOOL(id) R"({"role":"tool","tool_call_id":")" id R"(","content":""})"

TEST_CASE("OpenAI") {
  const struct {
    const char* messages;
    const char* faults;
  } cases[] = {
      {"[" USER "," CALLS(FUNCTION("a") "," FUNCTION("b")) "," TOOL("b") "," TOOL("a") "]", ""},
      {"[" USER "," CALLS(FUNCTION("a") "," FUNCTION("b")) "," TOOL("b") "]", "1 pairing"},
      {"[" USER "," CALLS(FUNCTION("a")) "," USER "," TOOL("a") "]", "1 pairing 3 pairing"},
      {"[" USER "," TOOL("a") "]", "1 pairing"},
      {"[" USER "," CALLS("") "]", "1 empty 1 empty"},
      {R"([{"role":"assistant","content":null}])", "0 empty"},
      {R"([{"role":"assistant","content":"x","tool_calls":null}])", ""},
      {R"([{"role":"user","content":null}])", "0 empty"},
      {R"([{"role":"pirate","content":"x"}])", "0 role"},
      {R"([{"role":"developer","content":"x"}])", ""},
      {R"([{"role":"assistant","function_call":{"name":"f","arguments":""}},)"
       R"({"role":"function","name":"f","content":"x"}])",
       ""},
      {R"([{"role":"function","name":"f","content":"x"}])", "0 pairing"},
      {R"([{"role":"user","content":[{"type":"image_url","image_url":{"url":""}}]}])", "0 media"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.messages);
    CHECK(faults(c.messages, Format::openai) == c.faults);
  }
}

TEST_CASE("plain") {
  CHECK(faults(R"([{"role":"tool","content":""}])", Format::plain).empty());
  CHECK(faults(R"([{"role":"user","content":""}])", Format::plain) == "0 empty");
  CHECK(faults(R"([{"content":"x"},5])", Format::plain) == "0 role 1 shape");
}

TEST_CASE("what a change must not do") {
  const auto before = *read_array(
      R"([{"role":"system","content":"s"},{"role":"user","content":"a"},)"
      R"({"role":"assistant","content":[)" THINKS "," TEXT R"(]},{"role":"user","content":"b"}])",
      Format::anthropic);
  const auto rules = [&](auto change) {
    MessageArray after = before;
    change(after.messages);
    std::string out;
    for (const Violation& fault : unfaithful(before, after)) out += name_of(fault.rule);
    return out;
  };
  CHECK(rules([](auto&) {}).empty());
  CHECK(rules([](auto& list) { list.erase(list.begin()); }) == "role");
  CHECK(rules([](auto& list) { list.erase(list.begin() + 1); }) == "role");
  CHECK(rules([](auto& list) { list.pop_back(); }) == "role");
  CHECK(rules([](auto& list) { std::swap(list[1], list[3]); }) == "orderorder");
  CHECK(rules([](auto& list) {
          list[2].raw.clear();
          list[2].json["content"][0]["signature"] = "t";
        }) == "thinking");
  CHECK(rules([](auto& list) {
          list[2].raw.clear();
          list[2].json["content"].erase(0);
        }).empty());
}
