#include "fork/plan.h"

#include <algorithm>

#include "fork/abandoned.h"
#include "fork/planner.h"
#include "fork/reword.h"
#include "fork/stub.h"
#include "fork/token_budget.h"

namespace context_rot::fork {

using findings::Finding;
using findings::Kind;
using transcript::EntryKind;

namespace {

/// What an entry of the finding becomes; nothing: it stays.
std::optional<std::vector<BlockChange>> changes_for(const Planner& planner, const Finding& finding,
                                                    std::size_t at) {
  const auto& entry = planner.entry(at);
  const std::int64_t tokens = planner.tokens(at);
  if (const auto* use = planner.use_of(at)) {
    return reword_output(entry, output_stub(finding, *use, tokens));
  }
  if (entry.kind != EntryKind::assistant) return std::nullopt;
  switch (finding.kind) {
    case Kind::corrected:
      return reword_corrected(entry, finding);
    case Kind::contradiction:
      return reword_claim(entry, finding.quote, decision_stub(finding));
    case Kind::deleted_reference:
      return reword_answer(entry, deleted_reference_stub(finding, tokens));
    default:
      return std::nullopt;
  }
}

}  // namespace

Plan plan_fork(const findings::Analysis& analysis, const PlanOptions& options) {
  Planner planner(analysis, options.since);
  for (std::size_t i = 0; i < analysis.findings.list.size(); ++i) {
    const Finding& finding = analysis.findings.list[i];
    if (!options.kinds[static_cast<std::size_t>(finding.kind)]) continue;
    if (finding.kind == Kind::abandoned) {
      leave_out_abandoned(planner, finding, i);
    } else {
      for (const std::size_t at : finding.entries) {
        if (auto changes = changes_for(planner, finding, at)) {
          // What is wrong goes whether or not the note is shorter.
          const auto least = finding.kind == Kind::corrected ? Worth::whatever : Worth::smaller;
          planner.add(at, *std::move(changes), i, least);
        }
      }
    }
  }
  if (options.max_tokens) make_room(planner, *options.max_tokens);

  Plan plan;
  plan.before = analysis.findings.total;
  plan.after = std::min(plan.before, planner.left());
  plan.edits = planner.take();
  const auto& reports = analysis.view.attribution.reports;
  if (!reports.empty()) plan.last_usage = reports.back().entry;
  for (const Edit& edit : plan.edits) {
    KindSaved& sum =
        edit.finding
            ? plan.kinds[static_cast<std::size_t>(analysis.findings.list[*edit.finding].kind)]
            : plan.room;
    ++sum.entries;
    sum.tokens += edit.saved();
    if (plan.last_usage && edit.entry < *plan.last_usage) plan.saved_before_it += edit.saved();
  }
  // A note may be longer than the answer that it stands for; nothing is added to a usage.
  plan.saved_before_it = std::max<std::int64_t>(0, plan.saved_before_it);
  return plan;
}

}  // namespace context_rot::fork
