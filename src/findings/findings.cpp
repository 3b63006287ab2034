#include "findings/findings.h"

#include <algorithm>

#include "findings/finding_set.h"
#include "findings/kinds.h"

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

Findings find_all(const session::SessionView& view) {
  Claims claims(view);
  Findings out;
  for (const Kind kind : all_kinds) kind_row(kind).find(view, claims);
  out.list = claims.take();
  out.perhaps = claims.take_suspected();
  out.total = view.attribution.total();
  for (const Finding& finding : out.list) {
    KindSum& sum = out.sums[finding.kind];
    ++sum.findings;
    sum.entries += finding.entries.size();
    sum.tokens += finding.tokens;
    if (kind_row(finding.kind).is_noise) out.noise += finding.tokens;
  }
  return out;
}

}  // namespace context_rot::findings
