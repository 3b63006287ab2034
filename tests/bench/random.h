#pragma once
// Random numbers that are the same for one seed with every compiler and library.

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <string_view>

namespace bench {

/// A version 4 UUID as text.
struct Uuid {
  std::array<char, 36> text{};
  operator std::string_view() const { return {text.data(), text.size()}; }
};

/// The engine is fixed by the standard, its distributions are not: so none is used.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  std::uint64_t bits() { return engine_(); }
  /// 0 to bound - 1. `bound` is 1 to 2^32.
  std::size_t below(std::size_t bound) {
    return static_cast<std::size_t>(((bits() >> 32) * bound) >> 32);
  }
  bool one_in(std::size_t count) { return below(count) == 0; }
  /// `low` to `high`, small numbers far more often than large ones; the mean is a quarter
  /// of the way. `low` where `high` is below it.
  std::size_t mostly_low(std::size_t low, std::size_t high) {
    return high > low ? low + below(below(high - low) + 1) : low;
  }

  Uuid uuid() {
    constexpr std::string_view digits = "0123456789abcdef";
    Uuid made;
    std::uint64_t pool = 0;
    for (std::size_t i = 0; i < made.text.size(); ++i) {
      if (i % 12 == 0) pool = bits();
      made.text[i] = digits[pool & 15];
      pool >>= 4;
    }
    for (const std::size_t dash : {8U, 13U, 18U, 23U}) made.text[dash] = '-';
    made.text[14] = '4';
    made.text[19] = digits[8 + (pool & 3)];
    return made;
  }

  /// `count` letters and digits behind `prefix`: the ids of the API.
  std::string id(std::string_view prefix, std::size_t count) {
    constexpr std::string_view letters =
        "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    std::string made(prefix);
    for (std::size_t i = 0; i < count; ++i) made += letters[below(letters.size())];
    return made;
  }

  /// A hash in hex, 64 digits.
  std::string hash() {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string made;
    for (int word = 0; word < 4; ++word) {
      std::uint64_t pool = bits();
      for (int i = 0; i < 16; ++i, pool >>= 4) made += digits[pool & 15];
    }
    return made;
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace bench
