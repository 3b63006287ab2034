#pragma once
// The headings of a compaction summary.

#include <optional>
#include <string_view>
#include <variant>

#include "journal/facts/summary.h"
#include "journal/model/section.h"

namespace context_rot::journal {

/// A line that opens a part of a summary, or a sub-part of its progress.
struct SummaryHeading {
  std::variant<ClientPart, Kind, State> opens;
  std::string_view rest;  ///< what stands behind the heading on its line
};

/// Reads a line as a heading; nothing where it is none that is known. A name alone, without "#",
/// number or bold, must be ended by a colon and nothing.
std::optional<SummaryHeading> read_summary_heading(std::string_view line);

}  // namespace context_rot::journal
