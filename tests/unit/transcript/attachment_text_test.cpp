// What attachments tell the model where the client did not store what it sent.

#include "transcript/attachment_text.h"

#include <doctest/doctest.h>

#include "transcript/line.h"

using namespace context_rot;
using namespace context_rot::transcript;

namespace {

std::vector<std::string> texts(const std::string& attachment) {
  const auto json = JsonText::parse(R"({"type":"attachment","attachment":)" + attachment + "}");
  REQUIRE(json);
  return attachment_texts(*json);
}

}  // namespace

TEST_CASE("attachments without their text are told anew") {
  const auto file = texts(
      R"({"type":"file","filename":"/p/a.md","content":{"type":"text","file":{"content":"bread"}}})");
  REQUIRE(file.size() == 2);
  CHECK(file[0].find(R"({"file_path":"/p/a.md"})") != std::string::npos);
  CHECK(file[1].find("bread") != std::string::npos);
  const struct {
    const char* attachment;
    const char* said;
  } cases[] = {
      {R"({"type":"edited_text_file","filename":"/p/a","snippet":"1\tcake"})", "1\tcake"},
      {R"({"type":"task_reminder","content":[{"subject":"knead"}]})", "knead"},
      {R"({"type":"diagnostics","files":[{"uri":"/p/a.ts"}]})", "/p/a.ts"},
      {R"({"type":"hook_blocking_error","hookName":"Stop","blockingError":{"blockingError":"no"}})",
       "no"},
      {R"({"type":"hook_additional_context","content":["weigh","sift"]})", "weigh\nsift"},
      {R"({"type":"hook_success","hookEvent":"SessionStart","content":"open"})", "open"},
      {R"({"type":"selected_lines_in_ide","filename":"/p/a","content":"flour"})", "flour"},
  };
  for (const auto& c : cases) {
    CAPTURE(c.attachment);
    const auto said = texts(c.attachment);
    REQUIRE(said.size() == 1);
    CHECK(said[0].starts_with("<system-reminder>\n"));
    CHECK(said[0].find(c.said) != std::string::npos);
  }
}

TEST_CASE("attachments of which the model gets nothing have no text") {
  for (const char* attachment :
       {R"({"type":"hook_success","hookEvent":"SessionStart","content":"","stdout":"{}"})",
        R"({"type":"hook_success","hookEvent":"PostToolUse","content":"ok"})",
        R"({"type":"already_read_file","filename":"/p/a"})", R"({"type":"file","filename":"/p/a"})",
        R"({"type":"hook_additional_context","content":"x"})", R"({})", R"("x")", "[]", "null"}) {
    CAPTURE(attachment);
    CHECK(texts(attachment).empty());
  }
}

TEST_CASE("what a line holds as it was sent wins") {
  const auto with = JsonText::parse(
      R"({"type":"attachment","uuid":"u","rendered":[{"content":"as sent"}],"attachment":{"type":"task_reminder","content":[]}})");
  const auto entry = read_entry(*with, {}, Detail::content);
  REQUIRE(entry);
  CHECK(entry->rendered);
  REQUIRE(entry->blocks.size() == 1);
  CHECK(entry->blocks[0].text == "as sent");
  const auto without = JsonText::parse(
      R"({"type":"attachment","uuid":"u","attachment":{"type":"task_reminder","content":["knead"]}})");
  const auto older = read_entry(*without, {}, Detail::content);
  REQUIRE(older);
  CHECK_FALSE(older->rendered);
  REQUIRE(older->blocks.size() == 1);
}
