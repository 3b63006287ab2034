#include "util/html_text.h"

#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

using namespace context_rot;

TEST_CASE("foreign text closes nothing in a page") {
  CHECK(html_text("</script><img src=x onerror='a(\"b\")'>&amp;") ==
        "&lt;/script&gt;&lt;img src=x onerror=&#39;a(&quot;b&quot;)&#39;&gt;&amp;amp;");
  CHECK(html_text("a\u202Eb\u200Bc") == "abc");
  CHECK(html_text("one\r\ntwo\x01\x1b[31mthree") == "one two three");
  CHECK(html_text("\xff\xc3") == "\uFFFD\uFFFD");
  CHECK(html_text("año → 設定") == "año → 設定");
}

TEST_CASE("JSON in a page ends no element and stays the same value") {
  const std::string json = R"({"a":"</script><!--<script>","b":"1<2"})";
  const std::string shown = json_for_html(json);
  CHECK(shown.find('<') == std::string::npos);
  CHECK(nlohmann::json::parse(shown) == nlohmann::json::parse(json));
}
