// What a person typed, and what of it is the person's own.

#include "session/typed.h"

#include <doctest/doctest.h>

#include "support/talk.h"
#include "transcript/client_text.h"

using namespace context_rot;
using namespace context_rot::session;
using test::Talk;
using transcript::EntryKind;

namespace {

std::string typed(EntryKind kind, const std::string& text) {
  Talk talk;
  talk.add(kind, Talk::text_block(text));
  return typed_text(talk.conversation.entries.front());
}

}  // namespace

TEST_CASE("blocks around a prompt are not typed") {
  CHECK(typed(EntryKind::prompt,
              "<ide_opened_file>The user opened a.md.</ide_opened_file>\nwater "
              "the plants") == "water the plants");
  CHECK(typed(EntryKind::prompt, "water <system-reminder>dry</system-reminder>them") ==
        "water them");
  CHECK(typed(EntryKind::prompt, "<terminal>$ ls</terminal> water") == "water");
  // A person's own tag, a tag in a sentence, and one that nobody closes.
  CHECK(typed(EntryKind::prompt, "<div>x</div> is too wide") == "<div>x</div> is too wide");
  CHECK(typed(EntryKind::prompt, "the <terminal> tag is too wide") ==
        "the <terminal> tag is too wide");
  CHECK(typed(EntryKind::prompt, "1 < 2") == "1 < 2");
  Talk talk;
  talk.prompt("<ide_selection>lines 3 to 9</ide_selection>");
  talk.conversation.entries.front().blocks.push_back(Talk::text_block("make it blue"));
  CHECK(typed_text(talk.conversation.entries.front()) == "make it blue");
}

TEST_CASE("a skill call is what was typed for it") {
  const char* call =
      "<command-message>plants:water</command-message>\n<command-name>/plants:water"
      "</command-name>\n<command-args>the ferns</command-args>";
  CHECK(typed(EntryKind::skill_call, call) == "/plants:water the ferns");
  CHECK(typed(EntryKind::skill_call, "<command-message>plants</command-message>") == "/plants");
  const char* plan =
      "<command-name>/plan</command-name>\n  <command-message>plan</command-message>\n"
      "  <command-args>/plan a pond behind the shed</command-args>";
  CHECK(typed(EntryKind::local_command, plan) == "a pond behind the shed");
  CHECK(typed(EntryKind::local_command,
              "<command-name>/model</command-name>"
              "<command-args>opus</command-args>")
            .empty());
}

TEST_CASE("what a machine wrote is not typed") {
  for (const EntryKind kind :
       {EntryKind::task_notification, EntryKind::meta, EntryKind::summary, EntryKind::tool_result,
        EntryKind::assistant, EntryKind::interrupt}) {
    CHECK(typed(kind, "water the plants").empty());
  }
}

TEST_CASE("logs, code and diffs are no words of a person") {
  CHECK(own_words("the pump fails:\n```\nE7 no water\n```\nwhy?") == "the pump fails:\nwhy?");
  CHECK(own_words("see\n2026-01-02 10:00:00 INFO pump started\nis that late?") ==
        "see\nis that late?");
  CHECK(own_words("> pump it\nno, by hand") == "no, by hand");
  CHECK(own_words("take this\n@@ -1,2 +1,2 @@\n-must be dry\n+must be wet\n\nand test it") ==
        "take this\n\nand test it");
  CHECK(own_words("with this: ```it must\nbe dry``` build the pond") != "");
  CHECK(own_words("[15:05, 30/7/2026] Mira: always at noon\nbuild that") == "build that");
  // The marker of a shell that was copied along with the words.
  CHECK(own_words("\u276f water the ferns") == "water the ferns");
  CHECK(own_words("two things:\n1. water the ferns\n2. cut the grass") ==
        "two things:\n1. water the ferns\n2. cut the grass");
}

TEST_CASE("reviews and documents are no words of a person") {
  const char* wrapped =
      "In lib/pump.py around lines 12 to 30 the valve opens before the\n"
      "tank is full, which can flood the shed and leave the pump\n"
      "running; change it so that the tank is asked first and never\n"
      "opened twice.";
  CHECK(own_words(wrapped).empty());
  CHECK(without_documents(wrapped).empty());
  const char* announced =
      "got this feedback:\n\nThe valve must always be closed before the tank is full.\n\n"
      "can you do that?";
  CHECK(own_words(announced) == "got this feedback:\n\n\ncan you do that?");
  CHECK(own_words("me sale esto:\nla bomba nunca debe arrancar en seco") == "me sale esto:");
  CHECK(own_words("# Pump\nIt must run.\n\n# Valve\nIt must close.\n\nis that fine?") ==
        "is that fine?");
  // A list of the person's own stands below a colon too, and a line number is no review.
  CHECK(own_words("do two things:\n- fill the tank\n- close the valve").size() > 40);
  CHECK(own_words("explain line 366 of pump.py") == "explain line 366 of pump.py");
  CHECK(without_documents("it fails\nError: no water") == "it fails\nError: no water");
}

TEST_CASE("the client's sentences behind a summary, in every form") {
  using transcript::without_client_closing;
  for (const char* closing :
       {"If you need specific details from before compaction (like exact code snippets), read",
        "If you need specific details from before compaction (like exact wording), re-read",
        "Continue the conversation from where it left off without asking",
        "Please continue the conversation from where we left it off without asking",
        "The messages after this summary are the most recent messages from before",
        "Note: part of the earlier conversation was too large to include",
        "Note:\n3 tool results (2 Read; 1 Bash) were too large to include"}) {
    const std::string text = std::string("9. Next:\n   fill the tank\n\n") + closing + "\nmore";
    CHECK(without_client_closing(text) == "9. Next:\n   fill the tank\n\n");
  }
  const char* own = "Note:\nthe tank is green\n- say \"Continue the conversation\"";
  CHECK(without_client_closing(own) == own);
}
