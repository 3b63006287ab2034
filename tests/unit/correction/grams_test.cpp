#include "correction/grams.h"

#include <doctest/doctest.h>

#include <cmath>

using namespace context_rot::correction;

namespace {

class Collected final : public FeatureSink {
 public:
  void add(std::string_view name, float value) override {
    names.emplace_back(name);
    values.push_back(value);
  }
  std::vector<std::string> names;
  std::vector<float> values;
};

Collected grams(std::string_view text) {
  Collected out;
  gram_features(read_text(text, Speaker::user, Lexicon()), out);
  return out;
}

}  // namespace

TEST_CASE("runs of four letters reach across words") {
  const std::vector<std::string> expected{"g:_no_", "g:no_t", "g:o_th", "g:_the", "g:the_"};
  CHECK(grams("No, the").names == expected);
  CHECK(grams("").names.empty());
  CHECK(grams("a").names.empty());  // "_a_" is too short
}

TEST_CASE("runs of four letters count characters, not bytes") {
  const std::vector<std::string> expected{"g:_нет", "g:нет_"};
  CHECK(grams("нет").names == expected);
}

TEST_CASE("runs of four letters are read from the beginning and count less in a long text") {
  const Collected brief = grams("no");
  REQUIRE(brief.values.size() == 1);
  CHECK(brief.values[0] == doctest::Approx(4 / std::sqrt(8.0)));
  std::string text;
  for (int i = 0; i < 100; ++i) text += "word ";
  const Collected lengthy = grams(text + "zebra");
  CHECK(lengthy.names.size() == 147);  // of 150 bytes
  CHECK(lengthy.values[0] == doctest::Approx(4 / std::sqrt(150.0)));
  CHECK(lengthy.names.back() == "g:word");
}
