#pragma once
// The report as one page: HTML that needs nothing but itself.

#include <string>

#include "config/config.h"
#include "findings/analysis.h"
#include "report/health.h"
#include "report/timeline.h"

namespace context_rot::report {

/// The whole file, UTF-8: the window over time (chart.h), what fills it, the findings with their
/// evidence, the events, the window by turn as a table. Its content security policy allows its own
/// style and script, by hash, and nothing else; without scripts nothing is missing but the cursor.
/// All foreign text is escaped. A number that `health_json` has too says so: data-json is its path
/// there. For any session below 2 MB or so: columns, findings of a kind (200), events (300), rows
/// of turns (200) and stops of the cursor (5,000 turns, else groups) are limited, and the page says
/// what it left out. Linear.
std::string page_html(const Timeline& timeline, const report::Health& health,
                      const findings::Analysis& analysis, config::Language language);

/// Whether a file that begins with `head` is such a page.
bool is_page(std::string_view head);

}  // namespace context_rot::report
