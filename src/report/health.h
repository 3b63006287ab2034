#pragma once
// The health report of a session, as values; the ways to show it are health_text.h and
// health_json.h.

#include <optional>
#include <string>
#include <vector>

#include "advice/score.h"
#include "advice/session_advice.h"
#include "advice/symptoms.h"
#include "findings/analysis.h"
#include "session/composition.h"
#include "window/measure.h"

namespace context_rot::report {

/// Everything that a report shows.
struct Health {
  std::string session;
  window::Measurement measured;
  window::Band band = window::Band::unknown;
  std::vector<session::Share> composition;
  advice::Counts counts;
  int score = 0;
  advice::Severity severity = advice::Severity::mild;
  advice::Recovery recovery = advice::Recovery::prune;
  advice::Advised
      advised;  ///< what the score's formula alone would do: a figure, not what is recommended
  advice::Recommendation recommended;  ///< left to the caller
  std::vector<advice::Symptom> symptoms;
  std::optional<Milliseconds> compacted;  ///< when the window began, if at a compaction
  std::int64_t minutes = 0;               ///< from the first to the last entry of the window
};

/// Everything that is computed from an analysis; `recommended` is left empty. Linear in the live
/// content.
Health health_of(const findings::Analysis& analysis, std::string session,
                 const window::Measurement& measured, const window::BandLimits& limits);

}  // namespace context_rot::report
