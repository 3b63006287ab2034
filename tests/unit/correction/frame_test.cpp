#include "correction/frame.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace context_rot::correction;

namespace {

class Collected final : public FeatureSink {
 public:
  void add(std::string_view name, float) override { names.emplace_back(name); }
  bool has(std::string_view name) const {
    return std::find(names.begin(), names.end(), name) != names.end();
  }
  std::vector<std::string> names;
};

Collected frame(std::string_view text, const std::vector<std::string>& before) {
  Collected out;
  frame_features(read_text(text, Speaker::user, Lexicon()), before, 100, out);
  return out;
}

}  // namespace

TEST_CASE("the frame of a clause") {
  CHECK(is_small_word("the"));
  CHECK(is_small_word("debe"));
  CHECK_FALSE(is_small_word("column"));
  const Collected out = frame("the column is the zebra, it paints 3", {"column"});
  CHECK(out.has("k1:^the"));
  CHECK(out.has("k3:^the_P_is"));
  CHECK(out.has("k2:the_N"));
  CHECK(out.has("k3:^it_Ns_0"));
  CHECK_FALSE(out.has("k2:N_it"));  // not across clauses
  CHECK(frame("", {}).names.empty());
}
