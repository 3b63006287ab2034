#include "transcript/past.h"

#include <doctest/doctest.h>

#include "support/session.h"
#include "transcript/conversation.h"

using namespace context_rot;
using namespace context_rot::transcript;

namespace {

std::vector<PastMoment> past_of(const std::string& text) {
  const test::TempFolder folder;
  const auto file = folder.write("t.jsonl", test::transcript(text));
  const auto conversation = read_session(file, Detail::headers);
  REQUIRE(conversation);
  const auto past = read_past(file, past_end(*conversation));
  REQUIRE(past);
  return *past;
}

}  // namespace

TEST_CASE("without a compaction nothing is past") {
  CHECK(past_of(R"(
    user u1 - t=1
    assistant a1 u1 t=2 msg=m1 use=100
  )")
            .empty());
}

TEST_CASE("what stands before the last compaction is past, an answer once") {
  const auto past = past_of(R"(
    user u1 - t=1
    assistant a1 u1 t=2 msg=m1 use=100 tool=x
    assistant a2 a1 t=3 msg=m1 use=110 text=more
    user r1 a2 t=4 result=x source=a1
    assistant side u1 t=4 msg=m7 use=5000 sidechain
    assistant bad r1 t=5 msg=m8 use=9 error
    assistant a3 r1 t=6 msg=m2 use=900
    boundary b1 - t=7 pre=950 post=60 trigger=auto
    user s1 b1 t=7 summary
    user u2 s1 t=8
    assistant a4 u2 t=9 msg=m3 use=80
    boundary b2 - t=10 pre=90 post=40 trigger=manual
    user s2 b2 t=10 summary
    user u3 s2 t=11
    assistant a5 u3 t=12 msg=m4 use=70
  )");
  REQUIRE(past.size() == 6);
  CHECK(past[0].kind == PastKind::prompt);
  CHECK(past[1].kind == PastKind::answer);
  CHECK(past[1].tokens == 110);  // its last row is the final one
  CHECK(past[1].time == 2000);
  CHECK(past[2].tokens == 900);
  CHECK(past[3].kind == PastKind::compaction);
  CHECK(past[3].automatic);
  CHECK(past[3].tokens == 950);
  CHECK(past[3].after == 60);
  CHECK(past[4].kind == PastKind::prompt);
  CHECK(past[5].tokens == 80);
}

TEST_CASE("an answer taken back with /rewind was in the window at its time") {
  const auto past = past_of(R"(
    user u1 - t=1
    assistant a1 u1 t=2 msg=m1 use=100
    user u2 a1 t=3
    assistant a2 u2 t=4 msg=m2 use=500
    user u3 a1 t=5
    assistant a3 u3 t=6 msg=m3 use=200
    boundary b1 - t=7
    user s1 b1 t=7 summary
  )");
  REQUIRE(past.size() == 6);
  CHECK(past[3].tokens == 500);
  CHECK(past[5].tokens == 200);
}
