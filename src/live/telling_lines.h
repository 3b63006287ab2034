#pragma once
// Which lines of a long output tell what came of it.

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace context_rot::live {

enum class Telling : std::uint8_t {
  nothing,
  note,     ///< a warning, or a line of a summary: "12 passed", "Tests: 3 total"
  failure,  ///< an error or a failure, by transcript/failure.h or by its words
};

/// What a single line (without its end) looks like. By its first 300 bytes; any bytes are
/// accepted. English words, because that is what tools print.
Telling telling_of(std::string_view line);

/// A line that tells something. Points into the text.
struct TellingLine {
  std::size_t number = 0;  ///< from 1, in the text that it was found in
  std::string_view text;   ///< without its end
  Telling telling = Telling::nothing;
};

/// The telling lines of a text in their order, each text once, at most `most` failures and `most`
/// notes: the first ones. Views point into `text`. Linear.
std::vector<TellingLine> telling_lines(std::string_view text, std::size_t most);

}  // namespace context_rot::live
