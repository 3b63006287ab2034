// Which results may be shortened, and what they become.

#include "live/tool_output.h"

#include <doctest/doctest.h>

#include "live/telling_lines.h"
#include "live/trimmed_text.h"
#include "live/wants_all.h"

using namespace context_rot::live;
using nlohmann::json;

namespace {

ToolOutput bash(const std::string& out, const char* more = "{}") {
  ToolOutput output{"Bash",
                    {{"command", "make"}},
                    {{"stdout", out}, {"stderr", ""}, {"interrupted", false}, {"isImage", false}}};
  output.response.update(json::parse(more));
  return output;
}

ToolOutput read(const std::string& content, int lines, const char* input = "{}") {
  return {"Read",
          json::parse(input),
          {{"type", "text"},
           {"file",
            {{"filePath", "/p/a.log"},
             {"content", content},
             {"numLines", lines},
             {"startLine", 1},
             {"totalLines", lines}}}}};
}

std::string numbered_lines(int count) {
  std::string out;
  for (int i = 1; i <= count; ++i) out += "line " + std::to_string(i) + "\n";
  return out;
}

bool has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a result is known by every one of its members") {
  CHECK(shape_of(bash("x")) == OutputShape::bash);
  CHECK(shape_of(bash("x", R"({"noOutputExpected":false,"gitOperation":{}})")) ==
        OutputShape::bash);
  const char* doubtful[] = {
      R"({"interrupted":true})",      R"({"isImage":true})",          R"({"stdout":1})",
      R"({"stderr":null})",           R"({"backgroundTaskId":"b1"})", R"({"newer":1})",
      R"({"persistedOutputPath":""})"};
  for (const char* more : doubtful) {
    CAPTURE(more);
    CHECK(shape_of(bash("x", more)) == OutputShape::unknown);
  }
  ToolOutput other = bash("x");
  other.tool = "mcp__shell__run";
  CHECK(shape_of(other) == OutputShape::unknown);
  other.response = "text";
  CHECK(shape_of(other) == OutputShape::unknown);
  CHECK(text_of(other, OutputShape::unknown).empty());

  ToolOutput file = read("x", 1);
  CHECK(shape_of(file) == OutputShape::read);
  file.response["type"] = "image";
  CHECK(shape_of(file) == OutputShape::unknown);
  file = read("x", 1);
  file.response["file"]["cells"] = json::array();
  CHECK(shape_of(file) == OutputShape::unknown);
  file = read("x", 1);
  file.response["file"]["numLines"] = -1;
  CHECK(shape_of(file) == OutputShape::unknown);

  const json grep = {{"mode", "content"},
                     {"numFiles", 0},
                     {"filenames", json::array()},
                     {"content", "a:1:x"},
                     {"numLines", 1}};
  ToolOutput found{"Grep", json::object(), grep};
  CHECK(shape_of(found) == OutputShape::grep);
  found.response["mode"] = "files_with_matches";
  CHECK(shape_of(found) == OutputShape::unknown);
}

TEST_CASE("a call that asks for a part, for all, or for a full text is left alone") {
  CHECK(!is_deliberate(bash("x"), "/data/outputs"));
  CHECK(!is_deliberate(read("x", 1, R"({"file_path":"/p/a.log"})"), "/data/outputs"));
  for (const char* input :
       {R"({"file_path":"a","offset":1})", R"({"file_path":"a","limit":9})",
        R"({"file_path":"a","allow_large":true})", R"({"file_path":"/data/outputs/1.txt"})"}) {
    CAPTURE(input);
    CHECK(is_deliberate(read("x", 1, input), "/data/outputs"));
  }
  CHECK(is_deliberate({"Bash", {{"command", "cat /data/outputs/1.txt"}}, {}}, "/data/outputs"));
  CHECK(is_deliberate({"Bash", nullptr, {}}, "/data/outputs"));
}

TEST_CASE("which lines tell something") {
  for (const char* line : {"src/a.cpp:3:1: error: expected ';'", "FAILED tests/test_a.py::test",
                           "make: *** [all] Error 2", "TypeError: x is not a function",
                           "curl: (7) Connection refused", "bash: foo: command not found"}) {
    CAPTURE(line);
    CHECK(telling_of(line) == Telling::failure);
  }
  for (const char* line : {"warning: unused variable", "Tests: 3 total", "==== 12 passed in 1 s"}) {
    CAPTURE(line);
    CHECK(telling_of(line) == Telling::note);
  }
  for (const char* line : {"", "[12/300] Building CXX object", "line 7"}) {
    CAPTURE(line);
    CHECK(telling_of(line) == Telling::nothing);
  }
  const auto lines = telling_lines("ok\nerror 1\r\nerror 1\nwarning\nerror 2\nerror 3", 2);
  REQUIRE(lines.size() == 3);
  CHECK(lines[0].number == 2);
  CHECK(lines[0].text == "error 1");
  CHECK(lines[1].number == 4);
  CHECK(lines[2].number == 5);
}

TEST_CASE("a long text keeps its ends and what tells something") {
  std::string text = numbered_lines(500) + "a.cpp:3: error: no\n" + numbered_lines(500);
  const std::string out = trimmed_text(text, 1000, "/d/1.txt");
  CHECK(out.size() < 1500);
  CHECK(out.starts_with("line 1\nline 2\n"));
  CHECK(out.ends_with("line 499\nline 500\n"));
  CHECK(has(out, "\n501: a.cpp:3: error: no\n"));
  CHECK(has(out, " of 1001. The full text is in \"/d/1.txt\"]\n"));
  CHECK(!has(out, "line 250\n"));

  const std::string plain = trimmed_text(numbered_lines(1000), 1000, "f");
  CHECK(!has(plain, "look like"));
  CHECK(trimmed_text("short", 1000, "f") == "short");
}

TEST_CASE("the numbers in the note add up") {
  const std::string text = numbered_lines(1000);
  const std::string out = trimmed_text(text, 400, "f");
  const std::size_t note = out.find(trim_mark);
  REQUIRE(note != std::string::npos);
  const std::size_t end = out.find("]\n", note);
  const std::size_t left_out = std::stoul(out.substr(note + trim_mark.size()));
  CHECK(note + (out.size() - end - 2) + left_out == text.size());
  // The last line of the beginning and the first left out follow each other.
  const std::string before = out.substr(0, note);
  const auto lines = std::count(before.begin(), before.end(), '\n');
  CHECK(has(out, "lines " + std::to_string(lines + 1) + " to "));
  CHECK(out.substr(end + 2, 5) == "line ");
}

TEST_CASE("one endless line, other scripts, broken bytes") {
  const std::string out = trimmed_text(std::string(50000, 'x'), 1000, "f");
  CHECK(out.size() < 1200);
  CHECK(has(out, "lines 1 to 1 of 1."));
  std::string cyrillic;
  for (int i = 0; i < 5000; ++i) cyrillic += "\xD0\xB6";
  for (std::size_t keep = 998; keep <= 1003; ++keep) {
    const std::string cut = trimmed_text(cyrillic, keep, "f");
    const json as_json = cut;
    CHECK_NOTHROW(as_json.dump());  // throws on UTF-8 that is cut inside a character
  }
  CHECK(trimmed_text(std::string(5000, '\x80'), 1000, "f").size() < 1300);
  CHECK(trimmed_text(std::string(5000, '\n'), 1000, "f").size() < 1300);
}

TEST_CASE("a file that was read keeps its first lines") {
  const std::string content = numbered_lines(300) + "fatal error\n" + numbered_lines(200);
  const auto out = shortened_read(read(content, 502), 1000);
  REQUIRE(out);
  const auto& file = (*out)["file"];
  const auto text = file["content"].get<std::string>();
  const auto lines = std::count(text.begin(), text.end(), '\n') + 1;
  CHECK(file["numLines"] == lines);
  CHECK(file["totalLines"] == 502);
  CHECK(text.starts_with("line 1\n"));
  CHECK(has(text, "\n" + std::string(trim_mark) + " lines " + std::to_string(lines) +
                      " to 502 of this file are left out here. Of those, these look like errors: "
                      "301. "));
  CHECK(has(text, "\nline " + std::to_string(lines - 1) + "\n" + std::string(trim_mark)));
  CHECK(!shortened_read(read(std::string(5000, 'x') + "\nline 2", 2), 1000));
}

TEST_CASE("whether a person wants all of it") {
  for (const char* prompt : {"show me the full output", "print the entire thing",
                             "I need the whole test log", "Don't truncate it",
                             "ense\xC3\xB1"
                             "a toda la salida",
                             "la salida completa, por favor"}) {
    CAPTURE(prompt);
    CHECK(wants_all(prompt));
  }
  for (const char* prompt : {"run the tests", "fix all of the bugs", "", "el test falla"}) {
    CAPTURE(prompt);
    CHECK(!wants_all(prompt));
  }
}
