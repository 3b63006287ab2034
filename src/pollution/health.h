#pragma once
// The health report of a session, as values; the ways to show it are health_text.h and
// health_json.h.

#include <optional>
#include <string>
#include <vector>

#include "meter/measure.h"
#include "pollution/analysis.h"
#include "pollution/composition.h"
#include "pollution/score.h"
#include "pollution/symptoms.h"

namespace context_rot::pollution {

/// Everything that a report shows.
struct Health {
  std::string session;
  meter::Measurement measured;
  meter::Band band = meter::Band::unknown;
  std::vector<Share> composition;
  Counts counts;
  int score = 0;
  Severity severity = Severity::mild;
  Recovery recovery = Recovery::prune;
  Advised advised;
  std::vector<Symptom> symptoms;
  std::optional<Milliseconds> compacted;  ///< when the window began, if at a compaction
  std::int64_t minutes = 0;               ///< from the first to the last entry of the window
};

/// Everything that is computed from an analysis. Linear in the live content.
Health health_of(const Analysis& analysis, std::string session, const meter::Measurement& measured,
                 const meter::BandLimits& limits);

}  // namespace context_rot::pollution
