#pragma once
// Made-up prose, code and logs for generated transcripts.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "random.h"

namespace bench {

/// Some thousand lines of each kind, made once and already escaped as they stand inside
/// a JSON string, so that filling a transcript is copying. Line numbers wrap around.
class FillerText {
 public:
  enum class Kind { prose, code, log };

  explicit FillerText(Random& random);

  /// A line to begin at.
  std::size_t any_line(Random& random) const { return random.below(lines_per_kind); }
  /// How many lines make up about `bytes`; at least one.
  std::size_t lines_in(Kind kind, std::size_t bytes) const;
  /// One line without its line break.
  std::string_view line(Kind kind, std::size_t index) const;
  /// `count` lines, each with an escaped line break behind it.
  void append(std::string& out, Kind kind, std::size_t first, std::size_t count) const;
  /// The same lines as the Read tool shows them to the model: number, tab, text.
  void append_numbered(std::string& out, Kind kind, std::size_t first, std::size_t count) const;
  /// `length` characters of base64 (rounded down to whole groups of four).
  void append_base64(std::string& out, std::size_t first, std::size_t length) const;

 private:
  static constexpr std::size_t lines_per_kind = 4096;
  struct Pool {
    std::string text;
    std::vector<std::size_t> ends;  // where each line ends, its line break included
  };

  const Pool& pool(Kind kind) const { return pools_[static_cast<std::size_t>(kind)]; }
  static std::size_t start(const Pool& pool, std::size_t index) {
    return index == 0 ? 0 : pool.ends[index - 1];
  }

  std::array<Pool, 3> pools_;
  std::string base64_;
};

}  // namespace bench
