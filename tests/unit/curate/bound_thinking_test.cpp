#include "curate/bound_thinking.h"

#include <doctest/doctest.h>

using namespace context_rot;
using namespace context_rot::curate;

namespace {

MessageArray list(const std::string& text) {
  auto array = read_array(text, Format::anthropic);
  REQUIRE(array);
  return *std::move(array);
}

/// The messages with faults, and what of the reason tells which: "2 change".
std::string faults(const MessageArray& before, const MessageArray& after) {
  std::string out;
  for (const Violation& fault : broken_bindings(before, after)) {
    CHECK(fault.rule == Rule::binding);
    const std::string& why = fault.reason;
    out += (out.empty() ? "" : ", ") + std::to_string(fault.message) +
           (why.find("behind a change") != why.npos     ? " change"
            : why.find("before it is gone") != why.npos ? " gap"
            : why.find("does not have") != why.npos     ? " unknown"
            : why.find("another system") != why.npos    ? " frame"
                                                        : " " + why);
  }
  return out;
}

}  // namespace

#define ASKS(text) R"({"role":"user","content":")" text R"("})"
#define THINKS(sign) R"({"type":"thinking","thinking":"","signature":")" sign R"("})"
#define SAYS(blocks) R"({"role":"assistant","content":[)" blocks "]}"
#define TEXT(text) R"({"type":"text","text":")" text R"("})"
#define ANSWER(sign) SAYS(THINKS(sign) "," TEXT("t"))

TEST_CASE("bound thinking: what a curated list may and may not have kept") {
  const char* const whole = "[" ASKS("a") "," ANSWER("1") "," ASKS("b") "," ANSWER("2") "," ASKS(
      "c") "," ANSWER("3") "," ASKS("d") "]";
  const struct {
    const char* after;
    const char* faults;
  } cases[] = {
      {whole, ""},
      // from the start, from the end, all of it
      {"[" ASKS("a") "," SAYS(TEXT("t")) "," ASKS("b") "," ANSWER("2") "," ASKS("c") "," ANSWER(
           "3") "," ASKS("d") "]",
       ""},
      {"[" ASKS("a") "," ANSWER("1") "," ASKS("b") "," ANSWER("2") "," ASKS("c") "," SAYS(
           TEXT("t")) "," ASKS("d") "]",
       ""},
      {"[" ASKS("a") "," SAYS(TEXT("t")) "," ASKS("b") "," SAYS(TEXT("t")) "]", ""},
      // a gap
      {"[" ASKS("a") "," ANSWER("1") "," ASKS("b") "," SAYS(TEXT("t")) "," ASKS("c") "," ANSWER(
           "3") "," ASKS("d") "]",
       "5 gap"},
      // a message that is gone, altered, new, in another place
      {"[" ASKS("b") "," ANSWER("2") "," ASKS("c") "," ANSWER("3") "]", "1 change, 3 change"},
      {"[" ASKS("a") "," ANSWER("1") "," ASKS("B") "," ANSWER("2") "," ASKS("c") "," ANSWER(
           "3") "]",
       "3 change, 5 change"},
      {"[" ASKS("a") "," ANSWER("1") "," ASKS("b") "," ASKS("x") "," ANSWER("2") "]", "4 change"},
      {"[" ASKS("a") "," SAYS(THINKS("1") "," TEXT("T")) "," ASKS("b") "," ANSWER("2") "]",
       "3 change"},
      {"[" ASKS("a") "," ANSWER("2") "," ASKS("b") "," ANSWER("1") "]", "1 change, 3 change"},
      // not of the input
      {"[" ASKS("a") "," ANSWER("9") "]", "1 unknown"},
      // the same for the API: a text as a block, marks for the cache
      {R"([{"role":"user","content":[{"type":"text","text":"a","cache_control":{"type":"ephemeral"}}]},)" ANSWER(
           "1") "]",
       ""},
  };
  const MessageArray before = list(whole);
  for (const auto& c : cases) {
    CAPTURE(c.after);
    CHECK(faults(before, list(c.after)) == c.faults);
  }
}

TEST_CASE("bound thinking: system prompt and tools count, the order of tools does not") {
  const std::string messages = R"("messages":[)" ASKS("a") "," ANSWER("1") "]}";
  const MessageArray before =
      list(R"({"system":"be kind","tools":[{"name":"A"},{"name":"B"}],)" + messages);
  CHECK(faults(before, list(R"({"tools":[{"name":"B"},{"name":"A"}],"max_tokens":9,)"
                            R"("system":[{"type":"text","text":"be kind"}],)" +
                            messages)) == "");
  CHECK(faults(before, list(R"({"system":"be rude","tools":[{"name":"A"},{"name":"B"}],)" +
                            messages)) == "1 frame");
  CHECK(faults(before, list(R"({"system":"be kind","tools":[{"name":"A"}],)" + messages)) ==
        "1 frame");
  CHECK(faults(before, list("[" ASKS("a") "," ANSWER("1") "]")) == "");  // nothing is known of them
}

TEST_CASE("bound thinking: it goes from the first change on") {
  const MessageArray before = list("[" ASKS("a") "," ANSWER("1") "," ASKS("b") "," SAYS(
      THINKS("2") "," TEXT("t") "," THINKS("3") "," TEXT("u")) "," ASKS("c") "," ANSWER("4") "]");
  const auto signs_after = [&](auto change) {
    MessageArray after = before;
    change(after.messages);
    const std::size_t blocks = thinking_in(after).blocks;
    const bool any = drop_void_thinking(before, after);
    CHECK(any == (thinking_in(after).blocks < blocks));
    CHECK(faults(before, after) == "");
    CHECK_FALSE(drop_void_thinking(before, after));
    std::string out;
    for (const Message& message : after.messages) {
      if (message.origin == 1 && out.empty()) CHECK_FALSE(message.raw.empty());
      for (const Json& block : message.json["content"]) {
        if (block.is_object() && block.contains("signature")) {
          out += block["signature"].template get<std::string>();
        }
      }
    }
    return out;
  };
  CHECK(signs_after([](auto&) {}) == "1234");
  CHECK(signs_after([](auto& messages) { messages.erase(messages.begin() + 4); }) == "123");
  CHECK(signs_after([](auto& messages) {
          messages[3].raw.clear();
          messages[3].json["content"][1]["text"] = "T";
        }) == "12");
  CHECK(signs_after([](auto& messages) {
          messages[3].raw.clear();
          messages[3].json["content"].erase(0);
        }) == "1");
  CHECK(signs_after([](auto& messages) { messages.pop_back(); }) == "123");
}

TEST_CASE("bound thinking: its tokens, of the text or of what it is sealed in") {
  CHECK(thinking_in(list("[" ASKS("a") "," ANSWER("0123456789abcdef") "]")).tokens == 3);
  CHECK(thinking_in(
            list(R"([{"role":"assistant","content":[{"type":"thinking","thinking":"12345678",)"
                 R"("signature":"s"},{"type":"redacted_thinking","data":"0123456789abcdef"}]}])"))
            .tokens == 5);
}
