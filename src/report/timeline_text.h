#pragma once
// The timeline as text for a terminal.

#include <cstddef>
#include <string>

#include "config/config.h"
#include "report/health.h"
#include "report/timeline.h"

namespace context_rot::report {

/// For whom it is drawn.
struct TextOptions {
  std::size_t width = 80;  ///< of the terminal in columns; 40 to 240 are used
  config::Language language = config::Language::english;
};

/// Lines of UTF-8 ended by "\n", without colour, none longer than the width: session and window,
/// the window as columns (each the fullest answer of its stretch), bands and turns beside them, a
/// letter for each event, what the letters mean, and the newest events in words. Foreign text is
/// without control and invisible characters.
std::string timeline_text(const Timeline& timeline, const report::Health& health,
                          const TextOptions& options);

}  // namespace context_rot::report
