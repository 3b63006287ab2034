#include "curate/messages/message_list.h"

#include <doctest/doctest.h>

using namespace context_rot::curate;

TEST_CASE("every byte comes back") {
  for (const char* text : {
           "[]", "[ ]\n", R"({"a":1,"messages" : [ ], "b" : 2})",
           R"([{"role":"user","content":"caf\u00e9 \/ \ud83d\ude42","n":1.50e3}])",
           R"([{"role":"user","content":"\ud800"}])",  // legal for JavaScript
       }) {
    CAPTURE(text);
    const auto array = read_array(text);
    REQUIRE(array);
    CHECK(write_array(*array).size() <= std::string_view(text).size());
    const auto again = read_array(write_array(*array));
    REQUIRE(again);
    CHECK(again->messages.size() == array->messages.size());
  }
  const char* exact = R"({"z":1,"messages":[{"role":"user","content":"\u00e9","n":1.50e3}],"a":2})";
  CHECK(write_array(*read_array(exact)) == exact);
}

TEST_CASE("a changed message keeps the order of its keys") {
  auto array = *read_array(R"([{"z":1,"role":"user","content":"a","b":2}])");
  array.messages[0].json["content"] = "c";
  array.messages[0].raw.clear();
  CHECK(write_array(array) == R"([{"z":1,"role":"user","content":"c","b":2}])");
}

TEST_CASE("which format it is") {
  const struct {
    const char* text;
    Format format;
  } cases[] = {
      {R"([{"role":"user","content":"x"}])", Format::plain},
      {R"([{"role":"tool","content":"x"}])", Format::plain},
      {R"({"system":"s","messages":[{"role":"user","content":"x"}]})", Format::anthropic},
      {R"([{"role":"user","content":[{"type":"text","text":"x"}]}])", Format::anthropic},
      {R"([{"role":"user","content":[{"type":"tool_result","tool_use_id":"a"}]}])",
       Format::anthropic},
      {R"([{"role":"user","content":[{"type":"image_url","image_url":{"url":"x"}}]}])",
       Format::openai},
      {R"([{"role":"tool","tool_call_id":"a","content":"x"}])", Format::openai},
      {R"([{"role":"assistant","content":null,"tool_calls":[]}])", Format::openai},
      {R"([{"role":"developer","content":"x"}])", Format::openai},
      {"[]", Format::plain},
      {"[1,null,{}]", Format::plain},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    CHECK(read_array(c.text)->format == c.format);
  }
  CHECK(read_array("[]", Format::openai)->format == Format::openai);
  CHECK(format_of("anthropic") == Format::anthropic);
  CHECK_FALSE(format_of("Anthropic"));
}

TEST_CASE("what is no list of messages") {
  for (const char* text : {"", "7", "{}", "[1,]", R"({"messages":{}})", "[1] x", "[1e999]"}) {
    CAPTURE(text);
    CHECK_FALSE(read_array(text));
  }
}
