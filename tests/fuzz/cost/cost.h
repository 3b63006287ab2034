#pragma once
// Whether an input costs far more than its size explains.

#include <chrono>
#include <cstddef>

namespace fuzz {

using Time = std::chrono::nanoseconds;

/// What a byte costs as a rule, and what is out of it. Everything that the fuzzers read is to be
/// read in linear time: one input that costs twenty times as much a byte as all before it has found
/// a way around that.
class Cost {
 public:
  static constexpr int times = 20;
  /// Below that the processor and the sanitizer decide, not the input.
  static constexpr Time floor = std::chrono::milliseconds(250);
  /// What any input costs, however short, as bytes.
  static constexpr std::size_t start = 64;
  /// So many inputs before one is judged.
  static constexpr std::size_t least_inputs = 100;

  /// Whether an input of so many bytes may cost that.
  bool is_normal(std::size_t bytes, Time cost) const {
    if (cost < floor || inputs_ < least_inputs) return true;
    return double(cost.count()) <= times * per_byte() * double(bytes + start);
  }

  /// Counts it among those by which the next are judged.
  void add(std::size_t bytes, Time cost) {
    ++inputs_;
    bytes_ += double(bytes + start);
    cost_ += double(cost.count());
  }

  /// Nanoseconds a byte, so far; 0 before the first input.
  double per_byte() const { return bytes_ > 0 ? cost_ / bytes_ : 0; }

 private:
  std::size_t inputs_ = 0;
  double bytes_ = 0;
  double cost_ = 0;
};

}  // namespace fuzz
