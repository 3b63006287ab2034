#pragma once
// Which lines of a file have been seen.

#include <map>

#include "transcript/tool_use.h"

namespace context_rot::findings {

/// A set of lines, kept as spans that do not touch. Adding and asking are logarithmic.
class LineCover {
 public:
  /// Adds the lines of a span; those that are in the set stay.
  void add(transcript::LineSpan span);
  /// Whether every line of the span is in the set.
  bool covers(transcript::LineSpan span) const;
  /// How many lines of the span are in the set; linear in the spans that it touches.
  std::int64_t count(transcript::LineSpan span) const;

 private:
  std::map<std::int64_t, std::int64_t> spans_;  // first -> last
};

}  // namespace context_rot::findings
