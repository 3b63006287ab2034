#pragma once
// One live line of a transcript, parsed whole into an entry.

#include <memory>
#include <optional>
#include <string_view>

#include "transcript/entry.h"

namespace context_rot::transcript {

enum class Detail {
  headers,  ///< kinds, times, usage, models: enough for the meter
  content,  ///< the blocks too
};

/// Parses lines. Holds parser buffers; use one per thread and for many lines.
class LineParser {
 public:
  LineParser();
  LineParser(LineParser&&) noexcept;
  ~LineParser();

  /// The entry that a user, assistant, system or attachment line is; with one SourceLine.
  /// `line` may be followed by `line_padding` bytes that are read, not used. Nothing for a
  /// line that is no such JSON object. A member of an unexpected type reads as absent;
  /// invalid UTF-8 and lone surrogates are repaired.
  std::optional<Entry> parse(std::string_view line, ByteRange range, Detail detail);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace context_rot::transcript
