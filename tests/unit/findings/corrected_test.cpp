// When a correction is claimed, and when it is only perhaps one.

#include <doctest/doctest.h>

#include "findings/findings.h"
#include "findings/wrong_side.h"
#include "support/talk.h"

using namespace context_rot;
using namespace context_rot::findings;
using namespace context_rot::session;
using test::Talk;

namespace {

SessionView view_of_talk(const Talk& talk) {
  return view_of(talk.conversation, {nullptr, "/p", nullptr, nullptr});
}

std::vector<Finding> corrected_in(const Findings& findings) {
  std::vector<Finding> out;
  for (const Finding& finding : findings.list) {
    if (finding.kind == Kind::corrected) out.push_back(finding);
  }
  return out;
}

}  // namespace

TEST_CASE("a claim that is denied is found, also several turns back") {
  Talk talk;
  talk.prompt("how do I see the oven list?");
  const auto wrong = talk.says("Open the shop. The oven list should appear on the first page.");
  talk.prompt("and the flour?");
  talk.says("It is in the cellar.");
  talk.prompt("the oven list doesn't appear until the second page, that is broken");
  talk.says("Let me look.");
  const auto found = contradicted_by(view_of_talk(talk), 2);
  REQUIRE(found);
  CHECK(found->entry == wrong);
  CHECK(found->denies);
  CHECK(found->shared >= 3);
  CHECK(found->wrong == "The oven list should appear on the first page");
  CHECK(found->right.starts_with("the oven list doesn't appear"));
}

TEST_CASE("headings, announcements, code and questions say nothing that could be wrong") {
  Talk talk;
  talk.prompt("make the loop of the oven simpler");
  talk.says(
      "# The early stop of the grill case\n**The early stop of the grill case**\nWhat the early "
      "stop of the grill case does:\n```\nearly stop grill case\n```\nShall the early stop cover "
      "the grill case?");
  talk.prompt("the early stop doesn't cover the grill case");
  talk.says("Right.");
  CHECK_FALSE(contradicted_by(view_of_talk(talk), 1));
}

TEST_CASE("an order, a question and a log state nothing that could be right") {
  for (const char* prompt :
       {"fix it", "does the oven list appear on the first page?",
        "Jan 9 09:56 |INFO| oven list=first page=none appear=no missing=yes"}) {
    CAPTURE(prompt);
    Talk talk;
    talk.prompt("how do I see the oven list?");
    talk.says("The oven list should appear on the first page.");
    talk.prompt(prompt);
    talk.says("Let me look.");
    CHECK_FALSE(contradicted_by(view_of_talk(talk), 1));
  }
}

TEST_CASE("a question that is set aside, with the answer conceding it, is a correction") {
  Talk talk;
  talk.prompt("plan the bakery");
  const auto asked = talk.says(
      "The recipe can come from Berta or from the book.\n\nWhich recipe do you want to bake?");
  talk.prompt("but the recipe is chosen by Berta, no? we wait for what she says");
  talk.says("You're right, it is hers to choose.");
  const Findings findings = find_all(view_of_talk(talk));
  const auto corrected = corrected_in(findings);
  REQUIRE(corrected.size() == 1);
  CHECK(corrected[0].entries == std::vector<std::size_t>{asked});
  CHECK(corrected[0].right.find("chosen by Berta") != std::string::npos);
  CHECK(corrected[0].clarified);
}

TEST_CASE("praise and the next request are no correction") {
  Talk talk;
  talk.prompt("mend the oven");
  talk.says("Mended, and seen in a test. All 24 tests pass.");
  talk.prompt("That seems to work now. Next up, the colours are nice, but they need to be calmer");
  talk.says("I make them calmer.");
  CHECK(corrected_in(find_all(view_of_talk(talk))).empty());
}

TEST_CASE("what may be a correction is listed apart and changes nothing") {
  Talk talk;
  talk.prompt("write the price table");
  talk.says("The table is written.");
  talk.prompt("no, that's wrong, the price should be in euro instead, not like this");
  talk.says("I see.");
  const Findings findings = find_all(view_of_talk(talk));
  CHECK(corrected_in(findings).empty());
  REQUIRE(findings.perhaps.size() == 1);
  CHECK(findings.perhaps[0].kind == Kind::corrected);
  CHECK(findings.noise == 0);
}

TEST_CASE("a reply that says it was no correction ends the guess") {
  Talk talk;
  talk.prompt("write the price table");
  talk.says("The table is written.");
  talk.prompt("no, that's wrong, the price should be in euro instead, not like this");
  talk.says("[Not a correction]\nIt is in euro.");
  CHECK(find_all(view_of_talk(talk)).perhaps.empty());
}
