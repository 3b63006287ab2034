#include "report/health.h"

namespace context_rot::report {

using transcript::Entry;
using transcript::EntryKind;

Health health_of(const findings::Analysis& analysis, std::string session, const window::Measurement& measured,
                 const window::BandLimits& limits) {
  Health out;
  out.session = std::move(session);
  out.measured = measured;
  out.band = band_of(measured.percent, limits);
  out.composition = session::composition_of(analysis.view);
  out.counts = advice::evidence_counts(analysis.view);
  out.score = advice::score_of(out.counts);
  out.severity = advice::severity_of(out.score);
  out.recovery = advice::recovery_for(out.severity);
  out.advised = advice::advised_action(out.score, out.counts.messages);
  out.symptoms = advice::symptoms_of(analysis.view);
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

}  // namespace context_rot::report
