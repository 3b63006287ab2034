#include "tools/home_training.h"

#include <doctest/doctest.h>

#include <string>

using namespace context_rot;
using namespace context_rot::tools;

namespace {

/// Entries of a person who says "kiwi" when something is wrong and "plum" when nothing is.
std::string ledger(int pairs) {
  std::string out;
  for (int i = 0; i < pairs; ++i) {
    const std::string number = std::to_string(i);
    for (const bool rejected : {true, false}) {
      const char* word = rejected ? "kiwi" : "plum";
      out += R"({"label":")" + std::string(rejected ? "correction" : "not") + R"(","group":"s)" +
             number + R"(","previous_assistant":"The list is done.","text":"the list is )" + word +
             R"("})" + "\n";
    }
  }
  return out;
}

}  // namespace

TEST_CASE("home training: a person's own words are learned, and kept where they help") {
  const correction::Model shipped;
  const correction::Lexicon lexicon;
  const auto got = train_at_home(ledger(30), shipped, lexicon);
  REQUIRE(got);
  CHECK(got->learned_from == 40);
  CHECK(got->held_back == 20);
  CHECK(got->better);
  CHECK(got->own.loss < got->shipped.loss);
  const correction::Detector own(lexicon, shipped.with(got->weights), {});
  const correction::Detector before(lexicon, shipped, {});
  const correction::Exchange kiwi{"The table is done.", "the table is kiwi", {}};
  const correction::Exchange plum{"The table is done.", "the table is plum", {}};
  CHECK(own.detect(kiwi).scores.rejected > before.detect(kiwi).scores.rejected);
  CHECK(own.detect(kiwi).scores.rejected > own.detect(plum).scores.rejected);
  // The same lines, the same weights; and they survive their file.
  CHECK(train_at_home(ledger(30), shipped, lexicon)->weights.features == got->weights.features);
  CHECK(correction::parse_weights(correction::format_weights(got->weights)));
}

TEST_CASE("home training: too little is an error") {
  const correction::Model shipped;
  const correction::Lexicon lexicon;
  const auto little = train_at_home(ledger(5), shipped, lexicon);
  REQUIRE_FALSE(little);
  CHECK(little.error().find("too little to learn from: 5 confirmed and 5 refuted") == 0);
  CHECK_FALSE(train_at_home("no json\n", shipped, lexicon));
}
