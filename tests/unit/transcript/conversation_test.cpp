#include "transcript/conversation.h"

#include <doctest/doctest.h>

#include "support/session.h"
#include "transcript/tool_use.h"
#include "util/file.h"

using namespace context_rot;
using transcript::BlockKind;
using transcript::Conversation;
using transcript::Detail;
using transcript::EntryKind;

namespace {

Conversation read(const std::string& bytes, Detail detail = Detail::content) {
  const test::TempFolder folder;
  auto conversation = transcript::read_session(folder.write("s.jsonl", bytes), detail);
  REQUIRE(conversation);
  return *std::move(conversation);
}

std::string user_line(const std::string& id, const std::string& text,
                      const std::string& more = "") {
  return R"({"type":"user","uuid":")" + id + R"(","parentUuid":null,"message":{"content":")" +
         text + "\"}" + more + "}\n";
}

}  // namespace

TEST_CASE("the lines of one answer are one entry") {
  const Conversation c = read(test::transcript(R"(
    user u1 -
    assistant x1 u1 msg=m use=10 text=hello
    assistant x2 x1 msg=m use=10 tool=A
    user r1 x2 source=x2 result=A
    assistant x3 r1 msg=n use=20 text=done
  )"));
  REQUIRE(c.entries.size() == 4);
  CHECK(c.entries[1].lines.size() == 2);
  REQUIRE(c.entries[1].blocks.size() == 2);
  CHECK(c.entries[1].blocks[0].text == "hello");
  CHECK(c.entries[1].blocks[1].tool_name == "Read");
  CHECK(c.entries[1].blocks[1].input == R"({"file_path":"a"})");
  CHECK(c.entries[1].usage->context() == 10);
  CHECK(c.entries[2].kind == EntryKind::tool_result);
  const auto uses = transcript::tool_uses(c);
  REQUIRE(uses.size() == 1);
  CHECK(uses[0].use_entry == 1);
  CHECK(uses[0].result_entry == 2);
}

TEST_CASE("byte ranges copy lines exactly") {
  const std::string bytes =
      "\xEF\xBB\xBF" + user_line("u1", "one") + "\n\r\n" +
      R"({"type":"user","uuid":"u2","parentUuid":"u1","message":{"content":"t"}} )" + "\r\n";
  const Conversation c = read(bytes);
  REQUIRE(c.entries.size() == 2);
  for (const auto& entry : c.entries) {
    const auto& line = entry.lines.front();
    const std::string copy = bytes.substr(line.range.offset, line.range.length);
    CHECK(copy.starts_with("{\"type\":\"user\",\"uuid\":\"" + line.uuid));
    CHECK(copy.find('\n') == std::string::npos);
  }
  CHECK(c.stats.lines == 2);
  CHECK(c.stats.bad == 0);
}

TEST_CASE("kinds of user lines") {
  const struct {
    const char* text;
    const char* more;
    EntryKind kind;
  } cases[] = {
      {"fix the test", "", EntryKind::prompt},
      {"fix", R"(,"origin":{"kind":"human"},"promptSource":"typed")", EntryKind::prompt},
      {"x", R"(,"isMeta":true)", EntryKind::meta},
      {"x", R"(,"isCompactSummary":true)", EntryKind::summary},
      {"<command-message>skill</command-message>", "", EntryKind::skill_call},
      {"<command-name>/model</command-name>", "", EntryKind::local_command},
      {"<local-command-stdout>x</local-command-stdout>", "", EntryKind::local_command},
      {"<bash-input>ls</bash-input>", "", EntryKind::local_command},
      {"[Request interrupted by user]", "", EntryKind::interrupt},
      {"[Request interrupted by user for tool use]", "", EntryKind::interrupt},
      {"<task-notification>x", "", EntryKind::task_notification},
      {"x", R"(,"origin":{"kind":"task-notification"})", EntryKind::task_notification},
      {"x", R"(,"origin":{"kind":"peer"})", EntryKind::task_notification},
      {"x", R"(,"origin":{"kind":"channel"})", EntryKind::task_notification},
      {"x", R"(,"origin":{"kind":"auto-continuation"})", EntryKind::task_notification},
      {"x", R"(,"origin":{"kind":"voice"})", EntryKind::prompt},
      {"<teammate-message from='m'>x", "", EntryKind::task_notification},
      {"<channel source='c'>x", "", EntryKind::task_notification},
      {"<channels> of the pond", "", EntryKind::prompt},
      {"the tag <command-name> in a sentence", "", EntryKind::prompt},
  };
  for (const auto& c : cases) {
    CAPTURE(c.text);
    const Conversation conversation = read(user_line("u", c.text, c.more));
    REQUIRE(conversation.entries.size() == 1);
    CHECK(conversation.entries[0].kind == c.kind);
  }
}

TEST_CASE("a message typed during a turn is a prompt of the time it was typed") {
  const Conversation c = read(test::transcript(
      "user u1 - t=1\n attachment q u1 t=9 type=queued_command prompt=no typed=5"));
  REQUIRE(c.entries.size() == 2);
  CHECK(c.entries[1].kind == EntryKind::prompt);
  CHECK(c.entries[1].queued);
  CHECK(c.entries[1].typed == 5000);
  CHECK(c.entries[1].blocks[0].text == "no");
}

TEST_CASE("a message typed during a turn with an image in it is its words and the image") {
  const auto queued = [](const std::string& more) {
    return user_line("u", "draw the pond") +
           R"({"type":"attachment","uuid":"q","parentUuid":"u","attachment":{"type":"queued_command",)"
           R"("prompt":[{"type":"text","text":"no, round, see"},{"type":"image","source":{"data":"AA"}}])" +
           more + "}}\n";
  };
  const Conversation c = read(queued(""));
  REQUIRE(c.entries.size() == 2);
  CHECK(c.entries[1].kind == EntryKind::prompt);
  REQUIRE(c.entries[1].blocks.size() == 2);
  CHECK(c.entries[1].blocks[0].text == "no, round, see");
  CHECK(c.entries[1].blocks[1].images == 1);
  CHECK(read(queued(R"(,"origin":{"kind":"peer"})")).entries[1].kind ==
        EntryKind::task_notification);
  CHECK(read(queued(R"(,"commandMode":"task-notification")")).entries[1].kind ==
        EntryKind::task_notification);
}

TEST_CASE("usage of several server requests is that of the last") {
  const auto usage_of = [](const std::string& usage) {
    return *read(R"({"type":"assistant","uuid":"a","message":{"id":"m","usage":)" + usage + "}}\n")
                .entries.at(0)
                .usage;
  };
  CHECK(
      usage_of(
          R"({"input_tokens":1,"cache_creation_input_tokens":2,"cache_read_input_tokens":4,"output_tokens":8})") ==
      transcript::Usage{1, 2, 4, 8});
  CHECK(
      usage_of(
          R"({"input_tokens":9,"iterations":[{"input_tokens":1},{"input_tokens":3},{"type":"advisor_message","input_tokens":7}]})")
          .context() == 3);
  CHECK(usage_of(R"({"input_tokens":9,"iterations":[{"type":"compaction","input_tokens":7}]})")
            .context() == 9);
  CHECK(usage_of(R"({"input_tokens":-5,"cache_read_input_tokens":"x","output_tokens":1e99})")
            .is_zero());
}

TEST_CASE("results hold text and images") {
  const Conversation c = read(
      R"({"type":"user","uuid":"u","message":{"content":[{"type":"tool_result","tool_use_id":"A","is_error":true,"content":[{"type":"text","text":"one"},{"type":"image","source":{"data":"abcd"}},{"type":"text","text":"two"}]}]}})"
      "\n");
  const auto& block = c.entries.at(0).blocks.at(0);
  CHECK(block.kind == BlockKind::tool_result);
  CHECK(block.text == "one\ntwo");
  CHECK(block.is_error);
  CHECK(block.images == 1);
  CHECK(block.image_bytes == 4);
}

TEST_CASE("broken lines are survived") {
  using namespace std::string_literals;
  const std::string good = user_line("u1", "good");
  const struct {
    const char* name;
    std::string bytes;
    std::size_t entries;
    std::uint64_t bad;
    std::uint64_t repaired;
  } cases[] = {
      {"torn tail", good + R"({"type":"user","uuid":"u2","parentUuid":"u1","mess)", 1, 1, 0},
      {"no last line end", good.substr(0, good.size() - 1), 1, 0, 0},
      {"torn line in the middle", good + "{\"type\":\"us\n" + user_line("u2", "x"), 1, 1, 0},
      {"two lines glued", R"({"type":"us)" + good, 0, 1, 0},
      {"an object and a half", good.substr(0, good.size() - 1) + "{}\n", 0, 1, 0},
      {"NUL bytes before a line", std::string(10, '\0') + good, 0, 1, 0},
      {"NUL bytes behind a line", good.substr(0, good.size() - 1) + std::string(9, '\0') + "\n", 1,
       0, 0},
      {"NUL byte in a text",
       "{\"type\":\"user\",\"uuid\":\"u\",\"message\":{\"content\":\"a\0b\"}}\n"s, 0, 1, 0},
      {"a line of NUL bytes", good + std::string(5000, '\0') + "\n", 1, 1, 0},
      {"raw tab in a text", user_line("u", "a\tb"), 0, 1, 0},
      {"invalid UTF-8",
       user_line("u",
                 "a\xFF"
                 "b"),
       1, 0, 1},
      {"lone surrogate", user_line("u", "a\\ud83d!"), 1, 0, 0},
      {"a byte order mark", "\xEF\xBB\xBF" + good, 1, 0, 0},
      {"one in the middle", good + "\xEF\xBB\xBF" + user_line("u2", "x"), 1, 1, 0},
      {"carriage returns", good.substr(0, good.size() - 1) + "\r\n", 1, 0, 0},
      {"not an object", "[1]\n\"x\"\n5\nnull\n" + good, 1, 4, 0},
      {"wrong types",
       R"({"type":5,"uuid":[]})"
       "\n"
       R"({"type":"user","uuid":7,"message":3})"
       "\n" +
           good,
       1, 0, 0},
      {"empty file", "", 0, 0, 0},
  };
  for (const auto& c : cases) {
    CAPTURE(c.name);
    const Conversation conversation = read(c.bytes);
    CHECK(conversation.entries.size() == c.entries);
    CHECK(conversation.stats.bad == c.bad);
    CHECK(conversation.stats.repaired == c.repaired);
  }
}

TEST_CASE("broken text is repaired") {
  CHECK(read(user_line("u",
                       "a\xFF"
                       "b"))
            .entries.at(0)
            .blocks.at(0)
            .text == "a\uFFFDb");
  CHECK(read(user_line("u", "a\\ud83d!")).entries.at(0).blocks.at(0).text == "a\uFFFD!");
  CHECK(read(user_line("u", "\\ud83d\\ude00")).entries.at(0).blocks.at(0).text == "\U0001F600");
}

TEST_CASE("a line of 12 MB") {
  const std::string big(12u << 20, 'x');
  const std::string bytes =
      user_line("u1", "one") +
      R"({"type":"user","uuid":"u2","parentUuid":"u1","message":{"content":")" + big + "\"}}\n";
  const Conversation c = read(bytes);
  REQUIRE(c.entries.size() == 2);
  CHECK(c.entries[1].blocks[0].text.size() == big.size());
  const test::TempFolder folder;
  const auto tail = transcript::read_session_tail(folder.write("s", bytes), Detail::headers,
                                                  [](const Conversation&) { return false; });
  REQUIRE(tail);
  CHECK(tail->complete);
  CHECK(tail->entries.size() == 2);
}

TEST_CASE("the tail tells the same as the whole") {
  std::string text = "user u0 -\n";
  for (int i = 1; i < 4000; ++i) {
    const std::string n = std::to_string(i);
    const std::string before = i == 1 ? "u0" : "a" + std::to_string(i - 1);
    text += "user u" + n + " " + before + "\n assistant a" + n + " u" + n + " msg=m" + n +
            " use=" + std::to_string(i * 10) + "\n";
    if (i % 50 == 0) text += "last-prompt a" + n + "\n";
  }
  const test::TempFolder folder;
  const auto file = folder.write("s.jsonl", test::transcript(text));
  const auto whole = transcript::read_session(file, Detail::headers);
  const auto tail = transcript::read_session_tail(
      file, Detail::headers, [](const Conversation& c) { return !c.entries.empty(); });
  REQUIRE(whole);
  REQUIRE(tail);
  CHECK(whole->complete);
  CHECK_FALSE(tail->complete);
  CHECK(tail->stats.read_bytes <= 64u << 10);
  const std::size_t shift = whole->entries.size() - tail->entries.size();
  for (std::size_t i = 0; i < tail->entries.size(); ++i) {
    CHECK(tail->entries[i].lines[0].uuid == whole->entries[i + shift].lines[0].uuid);
    CHECK(tail->entries[i].lines[0].range == whole->entries[i + shift].lines[0].range);
  }
}

TEST_CASE("a line wherever a part begins is read once") {
  const test::TempFolder folder;
  const auto never = [](const Conversation&) { return false; };
  const std::string ends[] = {"\n", "\r\n", "   \n", std::string(2, '\0') + "\n"};
  for (std::size_t shift = 0; shift < 130; ++shift) {  // longer than the shortest line
    std::string bytes = "\xEF\xBB\xBF" + user_line("u0", std::string(shift, 'x'));
    for (int i = 1; i < 160; ++i) {
      const std::string parent = "u" + std::to_string(i - 1);
      std::string text(static_cast<std::size_t>(i * 7 % 400), 'y');
      if (i % 50 == 0)
        text += std::string(20000, 'z') + "\xFF";  // longer than a part, to be mended
      bytes += user_line("u" + std::to_string(i), text, ",\"parentUuid\":\"" + parent + "\"");
      bytes.pop_back();
      bytes += ends[i % 4];
      if (i % 40 == 0) bytes += "\n \n{\"torn\n{}\n";
    }
    bytes.pop_back();  // no end of the last line
    const auto file = folder.write("s.jsonl", bytes);
    const auto whole = transcript::read_session(file, Detail::headers);
    const auto tail = transcript::read_session_tail(file, Detail::headers, never);
    REQUIRE(whole);
    REQUIRE(tail);
    CHECK(tail->complete);
    CHECK(tail->stats.lines == whole->stats.lines);
    CHECK(tail->stats.bad == whole->stats.bad);
    CHECK(tail->stats.repaired == whole->stats.repaired);
    CHECK(tail->stats.read_bytes == bytes.size());
    REQUIRE(tail->entries.size() == whole->entries.size());
    for (std::size_t i = 0; i < tail->entries.size(); ++i) {
      CHECK(tail->entries[i].lines[0].range == whole->entries[i].lines[0].range);
    }
  }
}

TEST_CASE("where a prompt is needed nobody is asked before one is in sight") {
  std::string text = "user u0 -\n";
  std::string before = "u0";
  for (int i = 1; i < 2000; ++i) {
    const std::string id = "a" + std::to_string(i);
    text += "assistant " + id + " " + before + " msg=m" + std::to_string(i) + " use=5\n";
    before = id;
  }
  const test::TempFolder folder;
  const auto file = folder.write("s.jsonl", test::transcript("user v -\n" + text));
  int asked = 0;
  const auto count = [&](const Conversation& part) {
    ++asked;
    return part.entries.front().kind == transcript::EntryKind::prompt;
  };
  const auto tail =
      transcript::read_session_tail(file, Detail::headers, count, transcript::Asks::with_opening);
  REQUIRE(tail);
  CHECK(tail->entries.size() == 2000);
  CHECK(asked <= 2);
}

TEST_CASE("a mark before the part that was read makes the tail grow") {
  std::string text = "user u0 -\n assistant a0 u0 use=7\n";
  for (int i = 1; i < 3000; ++i) {  // a dead branch that fills more than the first part
    text += "user d" + std::to_string(i) + " a0\n";
  }
  text += "last-prompt a0 explicit\n";
  const test::TempFolder folder;
  const auto tail =
      transcript::read_session_tail(folder.write("s", test::transcript(text)), Detail::headers,
                                    [](const Conversation&) { return true; });
  REQUIRE(tail);
  REQUIRE(tail->entries.size() == 2);
  CHECK(tail->entries[1].usage->context() == 7);
}

TEST_CASE("kept messages before the part that was read make the tail grow") {
  std::string text = "user u1 -\n assistant a1 u1 use=7\n";
  for (int i = 1; i < 3000; ++i) text += "user d" + std::to_string(i) + " a1\n";
  for (const std::string kept : {"uuids=u1,a1", "head=u1 tail=a1"}) {
    const test::TempFolder folder;
    const std::string end = "boundary b - anchor=s " + kept + "\n user s b summary\n";
    const auto tail =
        transcript::read_session_tail(folder.write("s", test::transcript(text + end)),
                                      Detail::headers, [](const Conversation&) { return false; });
    REQUIRE(tail);
    CHECK(tail->complete);
    CHECK(tail->entries.size() == 4);
  }
}

TEST_CASE("files that cannot be read are errors that name them") {
  const test::TempFolder folder;
  const auto missing = transcript::read_session(folder.path() / "none.jsonl", Detail::headers);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().find("none.jsonl: No such file") != std::string::npos);
  const auto directory = transcript::read_session(folder.path(), Detail::headers);
  REQUIRE_FALSE(directory);
  CHECK(directory.error().find("is a directory") != std::string::npos);
}
