#include <doctest/doctest.h>

#include "../fuzz/cost/cost.h"

using namespace std::chrono_literals;

TEST_CASE("an input that costs twenty times as much a byte is told from the others") {
  fuzz::Cost cost;
  CHECK(cost.is_normal(10, 10s));  // nothing is known yet
  for (std::size_t i = 0; i < fuzz::Cost::least_inputs; ++i) cost.add(1000, 2ms);
  CHECK(cost.is_normal(1000, 2ms));
  CHECK(cost.is_normal(10, 90ms));        // below the floor
  CHECK(cost.is_normal(100000, 2000ms));  // much, but so is the input
  CHECK(cost.is_normal(16000, 500ms));
  CHECK_FALSE(cost.is_normal(16000, 700ms));
  CHECK_FALSE(cost.is_normal(16000, 3s));
}
