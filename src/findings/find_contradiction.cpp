#include "findings/find.h"
#include "util/excerpt.h"

namespace context_rot::findings {

void find_contradiction(const session::SessionView& view, Claims& claims) {
  for (const session::Decision& decision : view.decisions) {
    if (decision.state != session::DecisionState::superseded) continue;
    const session::Decision& now = view.decisions[*decision.superseded_by];
    if (now.entry == decision.entry) continue;  // one message that weighs both
    Finding finding = finding_of(Kind::contradiction);
    finding.entries = {decision.entry};
    finding.by = now.entry;
    finding.time = now.time;
    finding.target = excerpt(decision.topic);
    finding.quote = excerpt(decision.sentence);
    finding.right = excerpt(now.sentence);
    finding.evidence = "\"" + finding.quote + "\" no longer holds: \"" + finding.right + "\"";
    claims.add(std::move(finding));
  }
}

}  // namespace context_rot::findings
