#pragma once
// Which lines of a file have been seen.

#include <map>

#include "pollution/tool_use.h"

namespace context_rot::pollution {

/// A set of lines, kept as spans that do not touch. Adding and asking are logarithmic.
class LineCover {
 public:
  /// Adds the lines of a span; those that are in the set stay.
  void add(LineSpan span);
  /// Whether every line of the span is in the set.
  bool covers(LineSpan span) const;

 private:
  std::map<std::int64_t, std::int64_t> spans_;  // first -> last
};

}  // namespace context_rot::pollution
