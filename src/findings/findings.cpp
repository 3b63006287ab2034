#include "findings/findings.h"

#include <algorithm>

#include "findings/find.h"
#include "findings/finding_set.h"

namespace context_rot::findings {

std::string_view name_of(Purity purity) {
  static constexpr std::array<std::string_view, 3> names{"clean", "polluted", "toxic"};
  return names[static_cast<std::size_t>(purity)];
}

int Findings::signal() const {
  if (total <= 0) return 100;
  return static_cast<int>(std::max<std::int64_t>(total - noise, 0) * 100 / total);
}

Purity Findings::purity() const {
  // Exactly 60 and 20 percent are polluted; what signal() cuts off must not move the border.
  if (total <= 0 || (total - noise) * 100 > 60 * total) return Purity::clean;
  return (total - noise) * 100 < 20 * total ? Purity::toxic : Purity::polluted;
}

Purity purity_of(int signal) {
  if (signal > 60) return Purity::clean;
  return signal < 20 ? Purity::toxic : Purity::polluted;
}

Findings find_all(const session::SessionView& view) {
  Claims claims(view);
  Findings out;
  out.perhaps = find_corrected(view, claims);
  find_abandoned(view, claims);
  find_failed(view, claims);
  find_stale_reads(view, claims);
  find_duplicates(view, claims);
  find_oversized(view, claims);
  find_deleted_references(view, claims);
  find_contradictions(view, claims);
  find_debug_noise(view, claims);
  find_searches(view, claims);
  find_notices(view, claims);
  find_finished(view, claims);
  out.list = claims.take();
  out.total = view.attribution.total();
  for (const Finding& finding : out.list) {
    KindSum& sum = out.sums[static_cast<std::size_t>(finding.kind)];
    ++sum.findings;
    sum.entries += finding.entries.size();
    sum.tokens += finding.tokens;
    if (is_noise(finding.kind)) out.noise += finding.tokens;
  }
  return out;
}

}  // namespace context_rot::findings
