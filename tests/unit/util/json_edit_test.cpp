#include "util/json_edit.h"

#include <doctest/doctest.h>

#include <functional>
#include <string>

using context_rot::JsonEditor;
using context_rot::JsonText;
using nlohmann::ordered_json;

namespace {

JsonText parsed(const std::string& text) {
  auto json = JsonText::parse(text);
  REQUIRE_MESSAGE(static_cast<bool>(json), text);
  return std::move(*json);
}

/// The text after `change`, which must be JSON again.
std::string edited(const std::string& text,
                   const std::function<void(const JsonText&, JsonEditor&)>& change) {
  const JsonText json = parsed(text);
  JsonEditor editor(json);
  change(json, editor);
  const std::string result = editor.apply();
  CHECK_MESSAGE(static_cast<bool>(JsonText::parse(result)), result);
  return result;
}

JsonText::Node child(const JsonText& json, JsonText::Node container, int index) {
  JsonText::Node node = json.first_child(container);
  while (index-- > 0) node = json.next(node);
  return node;
}

std::string with_member(const std::string& text, const ordered_json& value = 1) {
  return edited(text, [&](const JsonText&, JsonEditor& editor) {
    editor.insert_member(JsonText::root, "new", value);
  });
}

std::string with_element(const std::string& text, const ordered_json& value = 9) {
  return edited(text,
                [&](const JsonText&, JsonEditor& editor) { editor.append(JsonText::root, value); });
}

std::string without(const std::string& text, std::initializer_list<int> indexes) {
  return edited(text, [&](const JsonText& json, JsonEditor& editor) {
    for (const int index : indexes) editor.remove(child(json, JsonText::root, index));
  });
}

}  // namespace

TEST_CASE("a member is added in the layout of its neighbours") {
  CHECK(with_member("{\n  \"a\": 1\n}\n") == "{\n  \"a\": 1,\n  \"new\": 1\n}\n");
  CHECK(with_member("{\n\t\"a\": 1\n}") == "{\n\t\"a\": 1,\n\t\"new\": 1\n}");
  CHECK(with_member("{\r\n    \"a\": 1\r\n}\r\n") ==
        "{\r\n    \"a\": 1,\r\n    \"new\": 1\r\n}\r\n");
  CHECK(with_member("{\"a\":1}") == "{\"a\":1,\"new\":1}");
  CHECK(with_member("{\"a\": 1}") == "{\"a\": 1, \"new\": 1}");
  CHECK(with_member("{ \"a\" : 1 , \"b\" : 2 }") == "{ \"a\" : 1 , \"b\" : 2, \"new\" : 1 }");
  CHECK(with_member("{\n\n\"a\":1\n\n}") == "{\n\n\"a\":1,\n\"new\":1\n\n}");
  CHECK(with_member("\xEF\xBB\xBF{\n  \"a\": 1\n}") ==
        "\xEF\xBB\xBF{\n  \"a\": 1,\n  \"new\": 1\n}");
  CHECK(with_member("{ \"a\": 1,\n  \"b\": 2 }") == "{ \"a\": 1,\n  \"b\": 2,\n  \"new\": 1 }");
}

TEST_CASE("an empty container opens as its document does") {
  CHECK(with_member("{}") == "{\n  \"new\": 1\n}");
  CHECK(with_member("{ \n }\n") == "{\n  \"new\": 1\n}\n");
  CHECK(with_member("\xEF\xBB\xBF{}\r\n") == "\xEF\xBB\xBF{\r\n  \"new\": 1\r\n}\r\n");
  const auto into_hooks = [](const std::string& text) {
    return edited(text, [](const JsonText& json, JsonEditor& editor) {
      editor.insert_member(json.find(JsonText::root, "hooks"), "new", {{"x", {1, 2}}});
    });
  };
  CHECK(into_hooks("{\n\t\"hooks\": {}\n}") ==
        "{\n\t\"hooks\": {\n\t\t\"new\": {\n\t\t\t\"x\": [\n\t\t\t\t1,\n\t\t\t\t2\n\t\t\t]\n\t\t}"
        "\n\t}\n}");
  CHECK(into_hooks("{\"a\":0,\"hooks\":{ }}") == "{\"a\":0,\"hooks\":{\"new\":{\"x\":[1,2]}}}");
  CHECK(into_hooks("{\"a\": 0, \"hooks\": {}}") ==
        "{\"a\": 0, \"hooks\": {\"new\": {\"x\": [1, 2]}}}");
  CHECK(into_hooks("{ \"hooks\": {},\n  \"b\": 1 }") ==
        "{ \"hooks\": {\"new\": {\"x\": [1, 2]}},\n  \"b\": 1 }");
}

TEST_CASE("an element is added in the layout of its neighbours") {
  CHECK(with_element("[1,2]") == "[1,2,9]");
  CHECK(with_element("[1, 2]") == "[1, 2, 9]");
  CHECK(with_element("[\n 1\n]") == "[\n 1,\n 9\n]");
  CHECK(with_element("[\n  {\"a\": 1}\n]", {{"b", 2}}) ==
        "[\n  {\"a\": 1},\n  {\n    \"b\": 2\n  }\n]");
  CHECK(with_element("[]") == "[\n  9\n]");
  CHECK(with_element("[1]", ordered_json::object()) == "[1, {}]");
}

TEST_CASE("several are added in their order") {
  const std::string text =
      edited("{\n  \"a\": []\n}", [](const JsonText& json, JsonEditor& editor) {
        editor.append(json.find(JsonText::root, "a"), 1);
        editor.insert_member(JsonText::root, "b", 2);
        editor.append(json.find(JsonText::root, "a"), 3);
        editor.insert_member(JsonText::root, "c", 4);
      });
  CHECK(text == "{\n  \"a\": [\n    1,\n    3\n  ],\n  \"b\": 2,\n  \"c\": 4\n}");
}

TEST_CASE("removal takes one comma along") {
  CHECK(without("[1, 2, 3]", {0}) == "[2, 3]");
  CHECK(without("[1, 2, 3]", {1}) == "[1, 3]");
  CHECK(without("[1, 2, 3]", {2}) == "[1, 2]");
  CHECK(without("[1, 2, 3]", {0, 1}) == "[3]");
  CHECK(without("[1, 2, 3]", {1, 2}) == "[1]");
  CHECK(without("[1, 2, 3]", {0, 2}) == "[2]");
  CHECK(without("[1, 2, 3]", {0, 1, 2}) == "[]");
  CHECK(without("{\n  \"a\": 1,\n  \"b\": 2\n}", {0}) == "{\n  \"b\": 2\n}");
  CHECK(without("{\n  \"a\": 1,\n  \"b\": 2\n}", {1}) == "{\n  \"a\": 1\n}");
  CHECK(without("{\n  \"a\": 1\n}", {0}) == "{}");
}

TEST_CASE("removal and addition in one container") {
  const auto swap_last = [](const std::string& text, std::initializer_list<int> gone) {
    return edited(text, [&](const JsonText& json, JsonEditor& editor) {
      for (const int index : gone) editor.remove(child(json, JsonText::root, index));
      editor.append(JsonText::root, 9);
    });
  };
  CHECK(swap_last("[1, 2]", {1}) == "[1, 9]");
  CHECK(swap_last("[1, 2]", {0}) == "[2, 9]");
  CHECK(swap_last("[\n  1,\n  2\n]", {0, 1}) == "[\n  9\n]");
}

TEST_CASE("a replaced value keeps its layout") {
  const auto replaced = [](const std::string& text, const ordered_json& value) {
    return edited(text, [&](const JsonText& json, JsonEditor& editor) {
      editor.replace(json.find(JsonText::root, "a"), value);
    });
  };
  CHECK(replaced("{ \"a\" :  1 }", "x\n\xC3\xA9") == "{ \"a\" :  \"x\\n\xC3\xA9\" }");
  CHECK(replaced("{\n  \"a\": {\"b\":1}\n}", {{"b", 2}, {"c", 3}}) ==
        "{\n  \"a\": {\"b\":2,\"c\":3}\n}");
  CHECK(replaced("{\n  \"a\": {\n    \"b\": 1\n  }\n}", {{"b", 2}}) ==
        "{\n  \"a\": {\n    \"b\": 2\n  }\n}");
}

TEST_CASE("changes inside something that goes have no effect") {
  CHECK(edited("{\"a\":{\"b\":[1]},\"c\":2}", [](const JsonText& json, JsonEditor& editor) {
          const auto a = json.find(JsonText::root, "a");
          editor.append(json.find(a, "b"), 2);
          editor.remove(a);
        }) == "{\"c\":2}");
}

TEST_CASE("every byte that is not edited stays") {
  const std::string odd =
      "\xEF\xBB\xBF \r\n{ \"\\u0061\" : 1.0e+2 ,\t\"k\":\"\\/\\ud83d\\ude00\xF0\x9F\x98\x80\" "
      ",\n\n \"a\": -0, \"lone\": \"\\ud800\"}\n\n";
  CHECK(edited(odd, [](const JsonText&, JsonEditor&) {}) == odd);
  const std::string more = with_member(odd);
  CHECK(more == odd.substr(0, odd.size() - 3) + ", \"new\": 1}\n\n");
}

TEST_CASE("the last of equal keys counts") {
  const JsonText json = parsed("{\"a\":1,\"\\u0061\":2,\"b\":3}");
  CHECK(json.value(json.find(JsonText::root, "a")) == 2);
  CHECK(json.count(JsonText::root, "a") == 2);
  CHECK(json.find(JsonText::root, "none") == JsonText::none);
}

TEST_CASE("faults come with line and column") {
  const auto fault = [](const std::string& text) {
    const auto json = JsonText::parse(text);
    return json ? std::string("no fault") : json.error();
  };
  CHECK(fault("") == "1:1: the file is empty");
  CHECK(fault("{\n  // hi\n}") == "2:3: a comment is not JSON");
  CHECK(fault("{\"a\": 1 /* x */}") == "1:9: a comment is not JSON");
  CHECK(fault("{\"a\": 1,}") == "1:8: a comma with nothing after it is not JSON");
  CHECK(fault("[1,\r\n2,\r\n]") == "2:2: a comma with nothing after it is not JSON");
  CHECK(fault("{\"a\": [1, 2") == "1:12: the text ends too early");
  CHECK(fault("{\"a\": \"x") == "1:9: the text ends inside a string");
  CHECK(fault("{\"a\": \"x\\") == "1:10: the text ends inside a string");
  CHECK(fault("{\"a\": \"x\ny\"}") == "1:9: a string does not end on its line");
  CHECK(fault("{\"a\": \"\t\"}") == "1:8: a control character in a string");
  CHECK(fault("{\"\xC3\xA9\": 1 2}") == "1:9: a comma or } is missing here");
  CHECK(fault("[1 2]") == "1:4: a comma or ] is missing here");
  CHECK(fault("{a: 1}") == "1:2: a key in \"quotes\" is missing");
  CHECK(fault("{'a': 1}") == "1:2: a string begins and ends with \", not with '");
  CHECK(fault("{\"a\" 1}") == "1:6: a colon is missing after the key");
  CHECK(fault("{} {}") == "1:4: something follows the end of the JSON value");
  CHECK(fault("[01]") == "1:3: not a number as JSON writes it");
  CHECK(fault("[1.]") == "1:4: not a number as JSON writes it");
  CHECK(fault("[-]") == "1:3: not a number as JSON writes it");
  CHECK(fault("[1e]") == "1:4: not a number as JSON writes it");
  CHECK(fault("[+1]") == "1:2: a JSON value is missing here");
  CHECK(fault("[NaN]") == "1:2: a JSON value is missing here");
  CHECK(fault("[\"\\x\"]") == "1:3: no such escape in a JSON string");
  CHECK(fault("[\"\\u12G4\"]") == "1:3: \\u takes four hex digits");
  CHECK(fault("[\"\xFF\"]") == "1:3: a byte that is not UTF-8");
  CHECK(fault("[\"\xC0\xAF\"]") == "1:3: a byte that is not UTF-8");
  CHECK(fault("[\"\xED\xA0\x80\"]") == "1:3: a byte that is not UTF-8");
  CHECK(fault(std::string("{\0}", 3)) == "1:2: a NUL byte is not JSON (is this file UTF-16?)");
  CHECK(fault("\xEF\xBB\xBF,") == "1:1: a JSON value is missing here");
}

TEST_CASE("depth is limited, not the stack") {
  const auto nested = [](std::size_t depth) {
    return std::string(depth, '[') + std::string(depth, ']');
  };
  CHECK(static_cast<bool>(JsonText::parse(nested(JsonText::max_depth))));
  const auto deep = JsonText::parse(nested(100000));
  REQUIRE(!deep);
  CHECK(deep.error() == "1:501: nested deeper than 500 levels");
}
