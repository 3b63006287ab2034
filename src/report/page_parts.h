#pragma once
// The parts of the page (page.h), each as HTML. Foreign text is escaped.

#include <cstdint>
#include <string>
#include <string_view>

#include "config/config.h"
#include "findings/analysis.h"
#include "report/health.h"
#include "report/timeline.h"

namespace context_rot::report {

/// What every part is made from.
struct PageInput {
  const Timeline& timeline;
  const report::Health& health;
  const findings::Analysis& analysis;
  config::Language language;
};

/// A number with groups of thousands; `path` is its place in health_json, empty for none.
std::string number_html(std::int64_t value, std::string_view path, config::Language language);

/// <time> in this process's time zone; "–" for 0.
std::string time_html(Milliseconds time);

/// The session, the window, signal, score and action.
std::string head_html(const PageInput& input);
/// What fills the window, with its noise.
std::string composition_html(const PageInput& input);
/// The findings by kind, the largest first, with their evidence.
std::string findings_html(const PageInput& input);
/// The events in words, and the window by turn.
std::string events_html(const PageInput& input);
std::string turns_html(const PageInput& input);
/// What the script needs, as JSON in a <script> that is no script.
std::string data_html(const PageInput& input);

}  // namespace context_rot::report
