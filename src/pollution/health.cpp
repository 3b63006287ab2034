#include "pollution/health.h"

namespace context_rot::pollution {

using transcript::Entry;
using transcript::EntryKind;

Health health_of(const Analysis& analysis, std::string session, const meter::Measurement& measured,
                 const meter::BandLimits& limits) {
  Health out;
  out.session = std::move(session);
  out.measured = measured;
  out.band = band_of(measured.percent, limits);
  out.composition = composition_of(analysis.view);
  out.counts = evidence_counts(analysis.view);
  out.score = score_of(out.counts);
  out.severity = severity_of(out.score);
  out.recovery = recovery_for(out.severity);
  out.advised = advised_action(out.score, out.counts.messages);
  out.symptoms = symptoms_of(analysis.view);
  Milliseconds first = 0;
  Milliseconds last = 0;
  for (const Entry& entry : analysis.conversation.entries) {
    if (entry.kind == EntryKind::boundary) out.compacted = entry.time;
    if (entry.time == 0) continue;
    if (first == 0) first = entry.time;
    last = std::max(last, entry.time);
  }
  out.minutes = (last - first) / 60'000;
  return out;
}

}  // namespace context_rot::pollution
