// Runs the target, and makes a finding of an input that costs far more than others of its size.

#include <ctime>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "../require.h"
#include "cost.h"

namespace {

/// Of this thread, so that other programs do not count.
fuzz::Time processor_time() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::nanoseconds(now.tv_nsec);
}

fuzz::Time cost_of(const std::uint8_t* data, std::size_t size) {
  const fuzz::Time begin = processor_time();
  test_input(data, size);
  return processor_time() - begin;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static fuzz::Cost cost;
  fuzz::Time taken = cost_of(data, size);
  // A page fault or a cold cache does not come three times.
  for (int again = 0; again < 2 && !cost.is_normal(size, taken); ++again) {
    taken = std::min(taken, cost_of(data, size));
  }
  if (!cost.is_normal(size, taken)) {
    std::fprintf(stderr, "too slow: %zu bytes took %.0f ms; %.1f us a byte, %.1f as a rule\n", size,
                 double(taken.count()) / 1e6, double(taken.count()) / 1e3 / double(size + 1),
                 cost.per_byte() / 1e3);
    std::abort();
  }
  cost.add(size, taken);
  return 0;
}
