#pragma once
// Exchanges written for training, in a compact form.

#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace context_rot::tools {

/// What the files of made-up exchanges hold.
struct MadeUp {
  std::string label;          ///< "correction", "failure_report", "none"
  bool for_rejected = false;  ///< "rejected" learns from it too
  std::string previous;       ///< the end of the answer before; may be empty
  std::string text;           ///< the prompt
  std::string next;           ///< the opening of the answer to it; empty where none is given
};

/// Reads lines "c | previous | prompt | next" in UTF-8: c for a correction, f for a failure
/// report, n for neither, in capitals where "rejected" is to learn from it too; "| next" may be
/// left out, "\n" is a line feed. Empty lines and lines that begin with "#" are skipped. Fails with
/// "line N: reason".
Result<std::vector<MadeUp>> read_made_up(std::string_view text);

}  // namespace context_rot::tools
