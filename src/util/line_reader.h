#pragma once
// The lines of a file of any size, in bounded memory. Product-free.

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "util/file.h"

namespace context_rot {

/// Where some bytes stand in a file.
struct ByteRange {
  std::uint64_t offset = 0;
  std::uint64_t length = 0;

  bool operator==(const ByteRange&) const = default;
};

/// Bytes that may be read, but not used, behind every line handed out: what a vectorised
/// JSON parser asks for (simdjson: SIMDJSON_PADDING, 32 or 64).
constexpr std::size_t line_padding = 64;

/// A line longer than this is not handed out: `line` is then empty and `range` says where
/// it stands. The client's own longest lines (images, pasted files) stay far below.
constexpr std::size_t max_line_length = 256u << 20;

/// Calls `each(range, line)` for every line of the file that starts in [from, to), in file
/// order. A line ends at "\n" (not part of it) or at the end of the file. A UTF-8 byte order
/// mark at the file's start is not part of the first line. `line` is valid during the call
/// only, `line_padding` more bytes may be read behind it. Where `from` is inside of a
/// line, its rest is handed out like a line. Fails where the file cannot be read. Memory: the
/// longest line and 256 KiB.
Result<void> for_each_line(const ReadFile& file, std::uint64_t from, std::uint64_t to,
                           const std::function<void(ByteRange range, std::string_view line)>& each);

/// The bytes of a range, fewer where the file ends within it.
Result<std::string> read_range(const ReadFile& file, ByteRange range);

}  // namespace context_rot
