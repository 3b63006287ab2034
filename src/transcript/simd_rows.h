#pragma once
// Reading rows of a whole large transcript with simdjson, which is a shared library where
// distributions have it: programs that only read the end of a file do without.

#include <memory>

#include "transcript/row.h"

namespace context_rot::transcript {

/// A RowReader that gives what read_row() gives, faster: what simdjson
/// refuses (broken lines, but also lone surrogates and very large numbers, which the client's
/// parser takes) is read by read_row(). Holds parser buffers; use one per thread and for many
/// lines.
class SimdRowReader {
 public:
  SimdRowReader();
  SimdRowReader(SimdRowReader&&) noexcept;
  ~SimdRowReader();

  RowOutcome operator()(std::string_view line, ByteRange range, Row& row, Preserved& preserved,
                        bool& repaired);

 private:
  struct Parser;
  std::unique_ptr<Parser> parser_;
};

}  // namespace context_rot::transcript
