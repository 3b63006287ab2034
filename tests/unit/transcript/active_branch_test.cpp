// Which lines the model will see. Each case was established by resuming a crafted file in
// the real client; the letters in the names are ours.

#include <doctest/doctest.h>

#include "support/session.h"
#include "transcript/conversation.h"

using namespace context_rot;

namespace {

/// The uuids of the live lines, in order, as one text.
std::string live(const std::string& text, bool* complete = nullptr) {
  const test::TempFolder folder;
  const auto file = folder.write("s.jsonl", test::transcript(text));
  const auto conversation = transcript::read_session(file, transcript::Detail::headers);
  REQUIRE(conversation);
  if (complete != nullptr) *complete = conversation->complete;
  std::string ids;
  for (const auto& entry : conversation->entries) {
    for (const auto& line : entry.lines) ids += (ids.empty() ? "" : " ") + line.uuid;
  }
  return ids;
}

struct Case {
  const char* name;
  const char* lines;
  const char* expected;
};

const char* const chain = R"(
  user u1 -
  assistant a1 u1
  user u2 a1
  assistant a2 u2
  user u3 a2
  assistant a3 u3
)";

}  // namespace

TEST_CASE("the leaf") {
  const Case cases[] = {
      {"the last line", "", "u1 a1 u2 a2 u3 a3"},
      {"rewind leaves a dead branch", "user u4 a1\n assistant a4 u4", "u1 a1 u4 a4"},
      {"explicit mark moves it", "last-prompt a1 explicit", "u1 a1"},
      {"a line after an explicit mark counts",
       "last-prompt a1 explicit\n user u4 a1\n assistant a4 u4", "u1 a1 u4 a4"},
      {"also on the old tail", "last-prompt a1 explicit\n user u4 a3\n assistant a4 u4",
       "u1 a1 u2 a2 u3 a3 u4 a4"},
      {"a stale plain mark wins over a line beside it",
       "last-prompt a3\n user u4 a1\n assistant a4 u4", "u1 a1 u2 a2 u3 a3"},
      {"a plain mark written later too", "user u4 a1\n assistant a4 u4\n last-prompt a3",
       "u1 a1 u2 a2 u3 a3"},
      {"the newest plain mark counts",
       "last-prompt a3\n user u4 a1\n assistant a4 u4\n last-prompt a4", "u1 a1 u4 a4"},
      {"an explicit mark elsewhere is not followed by its line",
       "last-prompt a3 explicit\n user u4 a2\n assistant a4 u4", "u1 a1 u2 a2 u3 a3"},
      {"a mark that names nothing is none",
       "last-prompt a1 explicit\n last-prompt 00000000-0000-0000-0000-000000000000 explicit",
       "u1 a1 u2 a2 u3 a3"},
      {"an unknown mark cancels", "last-prompt a1 explicit\n last-prompt nowhere",
       "u1 a1 u2 a2 u3 a3"},
      {"an explicit null empties", "last-prompt - explicit", ""},
      {"until the next line", "last-prompt - explicit\n user u4 -", "u4"},
      {"a plain null is none", "last-prompt -", "u1 a1 u2 a2 u3 a3"},
      {"the same leaf, plain, keeps an explicit mark", "last-prompt a1 explicit\n last-prompt a1",
       "u1 a1"},
      {"another plain mark unpins", "last-prompt a1 explicit\n last-prompt a2",
       "u1 a1 u2 a2 u3 a3"},
      {"sidechain lines at the end do not count", "user s1 - sidechain\n assistant s2 s1 sidechain",
       "u1 a1 u2 a2 u3 a3"},
      {"unknown types do not count", "raw {\"type\":\"news\",\"uuid\":\"n\",\"parentUuid\":\"a1\"}",
       "u1 a1 u2 a2 u3 a3"},
      {"an attachment on a dead branch takes the leaf there", "attachment t1 a1", "u1 a1 t1"},
      {"attachments behind the last message come along",
       "attachment t1 a3\n attachment t2 t1\n last-prompt a3 explicit", "u1 a1 u2 a2 u3 a3 t1 t2"},
      {"those of another message do not", "attachment t1 a2\n attachment t2 a3",
       "u1 a1 u2 a2 u3 a3 t2"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(live(std::string(chain) + c.lines) == c.expected);
  }
}

TEST_CASE("the chain") {
  const Case cases[] = {
      {"a second root", "user u1 -\n assistant a1 u1\n user u2 -\n assistant a2 u2", "u2 a2"},
      {"a cycle ends", "user u1 a1\n assistant a1 u1", "u1 a1"},
      {"its own parent", "user u1 u1", "u1"},
      {"a missing parent is bridged to a line 5 seconds older",
       "user u1 - t=100\n assistant a1 u1 t=101\n user u2 gone t=106", "u1 a1 u2"},
      {"but not more", "user u1 - t=100\n assistant a1 u1 t=101\n user u2 gone t=106.001", "u2"},
      {"a missing parent of the first line", "user u1 gone t=5\n assistant a1 u1 t=6", "u1 a1"},
      {"progress lines are passed", "user u1 -\n progress p1 u1\n assistant a1 p1", "u1 a1"},
      {"a sidechain line in the chain is part of it", "user u1 - sidechain\n user u2 u1", "u1 u2"},
      {"the later of two lines with one uuid, at the place of the earlier",
       "user u1 -\n assistant a1 u1 msg=m1\n user u2 a1\n assistant a1 u1 msg=m2", "u1 a1 u2"},
      {"no lines", "", ""},
      {"nothing but foreign lines", "raw {\"type\":\"mode\"}", ""},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(live(c.lines) == c.expected);
  }
}

TEST_CASE("parallel tool calls are regrouped") {
  const std::string head = R"(
    user u1 -
    assistant x1 u1 msg=m text=go
    assistant x2 x1 msg=m tool=A
    assistant x3 x2 msg=m tool=B
  )";
  const Case cases[] = {
      {"one result hangs off the chain",
       "user r2 x3 source=x3 result=B\n user r1 x2 source=x2 result=A\n assistant a2 r1 msg=n",
       "u1 x1 x2 x3 r2 r1 a2"},
      {"with the attachments under it",
       "user r2 x3 source=x3 result=B\n attachment t2 r2\n user r1 x2 source=x2 result=A\n"
       "attachment t1 r1\n assistant a2 t1 msg=n",
       "u1 x1 x2 x3 r2 t2 r1 t1 a2"},
      {"also while the last result is the leaf",
       "user r2 x3 source=x3 result=B\n user r1 x2 source=x2 result=A", "u1 x1 x2 x3 r2 r1"},
      {"a call that is still running", "user r1 x2 source=x2 result=A", "u1 x1 x2 x3 r1"},
      {"a mark on a sibling is passed by the batch",
       "last-prompt x3\n user r1 x2 source=x2 result=A\n assistant a2 r1 msg=n",
       "u1 x1 x2 x3 r1 a2"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(live(head + c.lines) == c.expected);
  }
}

TEST_CASE("what a hook said before a call hangs beside the result") {
  const std::string head = R"(
    user u1 -
    assistant x1 u1 msg=m tool=A
  )";
  const Case cases[] = {
      {"comes along, chains too",
       "attachment h1 x1\n attachment h2 h1\n user r1 x1 source=x1 result=A\n"
       "assistant a2 r1 msg=n",
       "u1 x1 h1 h2 r1 a2"},
      {"not where it stands behind the result",
       "user r1 x1 source=x1 result=A\n attachment h1 x1\n assistant a2 r1 msg=n", "u1 x1 r1 a2"},
      {"but where another stands before it",
       "attachment h1 x1\n user r1 x1 source=x1 result=A\n attachment h2 x1\n"
       "assistant a2 r1 msg=n",
       "u1 x1 h1 r1 h2 a2"},
      {"not where a message hangs under it: a branch that was left",
       "attachment h1 x1\n user u2 h1\n user r1 x1 source=x1 result=A\n assistant a2 r1 msg=n",
       "u1 x1 r1 a2"},
      {"under parallel calls",
       "assistant x2 x1 msg=m tool=B\n attachment h1 x1\n attachment h2 x2\n"
       "user r1 x1 source=x1 result=A\n user r2 x2 source=x2 result=B\n assistant a2 r2 msg=n",
       "u1 x1 x2 h1 h2 r1 r2 a2"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(live(head + c.lines) == c.expected);
  }
}

TEST_CASE("compact boundaries") {
  const std::string head = R"(
    user u1 -
    assistant a1 u1
    user u2 a1
    assistant a2 u2
  )";
  const Case cases[] = {
      {"cut off what was before", "boundary b -\n user s b summary\n user u3 s", "b s u3"},
      {"kept messages follow the summary",
       "boundary b - anchor=s uuids=u2,a2\n user s b summary\n user u3 s", "b s u2 a2 u3"},
      {"in the order given", "boundary b - anchor=s uuids=a2,u2\n user s b summary", "b s a2 u2"},
      {"one that is named twice stands there once",
       "boundary b - anchor=s uuids=u2,a2,u2,a2\n user s b summary", "b s u2 a2"},
      {"or precede the boundary",
       "boundary b - anchor=b uuids=u1,a1\n user s b summary\n user u3 s", "u1 a1 b s u3"},
      {"a segment", "boundary b - anchor=s head=u2 tail=a2\n user s b summary\n user u3 s",
       "b s u2 a2 u3"},
      {"the list wins over the segment",
       "boundary b - anchor=s uuids=a2 head=u2 tail=a2\n user s b summary", "b s a2"},
      {"an empty list too", "boundary b - anchor=s uuids= head=u2 tail=a2\n user s b summary",
       "b s"},
      {"one missing line loses all of them",
       "boundary b - anchor=s uuids=u2,gone\n user s b summary\n user u3 s", "b s u3"},
      {"a missing anchor too", "boundary b - anchor=gone uuids=u2,a2\n user s b summary", "b s"},
      {"a missing segment head too", "boundary b - anchor=s head=gone tail=a2\n user s b summary",
       "b s"},
      {"children of the anchor follow the kept ones",
       "boundary b - anchor=s uuids=u2,a2\n user s b summary\n attachment t s\n user u3 t",
       "b s u2 a2 t u3"},
      {"only the last boundary counts",
       "boundary b - anchor=s uuids=u2,a2\n user s b summary\n user u3 s\n assistant a3 u3\n"
       "boundary c - anchor=z uuids=u2,a3\n user z c summary\n user u4 z",
       "c z u2 a3 u4"},
      {"an explicit mark before a boundary brings the old conversation back",
       "boundary b -\n user s b summary\n last-prompt a2 explicit", "u1 a1 u2 a2"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    CHECK(live(head + c.lines) == c.expected);
  }
}

TEST_CASE("a branch that begins in what was read is complete") {
  bool complete = false;
  live(chain, &complete);
  CHECK(complete);
  live("user u1 gone\n assistant a1 u1", &complete);
  CHECK(complete);  // nothing older exists, whatever the line says
}
