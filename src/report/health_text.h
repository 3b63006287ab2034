#pragma once
// The health report as text for a terminal.

#include <string>

#include "report/health.h"

namespace context_rot::report {

/// How much of it is shown.
struct HealthTextOptions {
  bool all_findings = false;  ///< every finding, not only the largest of each kind
  bool symptoms = false;      ///< the table of symptoms too
};

/// Lines ended by "\n", in English, without colour: session and window, signal with a bar, noise
/// by kind with the largest finding of each, what fills the window, score, action.
std::string health_text(const Health& health, const findings::Analysis& analysis,
                        const HealthTextOptions& options);

}  // namespace context_rot::report
