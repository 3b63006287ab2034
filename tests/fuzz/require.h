#pragma once
// What a fuzzer asks of a result.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

/// What a target does with one input: defined by each of them, called by cost/one_input.cpp.
void test_input(const std::uint8_t* data, std::size_t size);

/// Ends the program, which is a finding, where something does not hold.
inline void require(bool holds) {
  if (!holds) std::abort();
}

/// The input as text.
inline std::string_view text_of_input(const std::uint8_t* data, std::size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Takes the part before the next byte 0x1F, and that byte, off the front of an input.
inline std::string_view take_part(std::string_view& rest) {
  const std::size_t end = rest.find('\x1F');
  const std::string_view part = rest.substr(0, end);
  rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
  return part;
}
