#pragma once
// The health report as JSON.

#include <nlohmann/json_fwd.hpp>

#include "report/health.h"

namespace context_rot::report {

/// Members: session, window {used, max, pct, band, compacts_at}, messages, minutes, compacted,
/// signal {percent, purity, noise, total}, composition, kinds (by name: findings, entries,
/// tokens), findings (kind, tokens, entries as uuids, target, evidence, quote, right, remedy,
/// time, resolved), score {score, stale, contradictions, debugging, messages, severity, recovery,
/// action, preventive, reason}, symptoms. Times are local, with their offset. UTF-8.
nlohmann::ordered_json health_json(const Health& health, const findings::Analysis& analysis);

}  // namespace context_rot::report
