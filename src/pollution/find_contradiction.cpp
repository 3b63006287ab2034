#include "pollution/find.h"
#include "pollution/quote.h"

namespace context_rot::pollution {

void find_contradictions(const SessionView& view, Claims& claims) {
  for (const Decision& decision : view.decisions) {
    if (decision.state != DecisionState::superseded) continue;
    const Decision& now = view.decisions[*decision.superseded_by];
    if (now.entry == decision.entry) continue;  // one message that weighs both
    Finding finding;
    finding.kind = Kind::contradiction;
    finding.remedy = Remedy::state;
    finding.entries = {decision.entry};
    finding.by = now.entry;
    finding.time = now.time;
    finding.target = quote(decision.topic);
    finding.quote = quote(decision.sentence);
    finding.right = quote(now.sentence);
    finding.evidence = "\"" + finding.quote + "\" no longer holds: \"" + finding.right + "\"";
    claims.add(std::move(finding));
  }
}

}  // namespace context_rot::pollution
