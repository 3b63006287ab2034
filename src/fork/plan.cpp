#include "fork/plan.h"

#include <algorithm>

#include "fork/abandoned.h"
#include "fork/planner.h"
#include "fork/reword.h"
#include "fork/stub.h"
#include "fork/token_budget.h"
#include "fork/weigh.h"

namespace context_rot::fork {

using findings::Finding;
using findings::InFork;
using transcript::EntryKind;

namespace {

/// A note of the client goes whole: nothing is left to say of it.
std::vector<BlockChange> without_all(const transcript::Entry& entry) {
  std::vector<BlockChange> out;
  for (std::size_t i = 0; i < entry.blocks.size(); ++i) out.push_back({i, std::nullopt});
  return out;
}

/// What an entry of the finding becomes; nothing: it stays.
std::optional<std::vector<BlockChange>> changes_for(const Planner& planner, const Finding& finding,
                                                    std::size_t at) {
  const auto& entry = planner.entry(at);
  const std::int64_t tokens = planner.tokens(at);
  if (const auto* use = planner.use_of(at)) {
    return reword_output(entry, output_stub(finding, *use, tokens));
  }
  const InFork in_fork = findings::kind_row(finding.kind).in_fork;
  if (in_fork == InFork::nothing) return without_all(entry);
  if (entry.kind != EntryKind::assistant) return std::nullopt;
  switch (in_fork) {
    case InFork::note:
      return reword_corrected(entry, finding);
    case InFork::claim:
      return reword_claim(entry, finding.quote, decision_stub(finding));
    case InFork::answer:
      return reword_answer(entry, answer_stub(finding, tokens));
    default:
      return std::nullopt;
  }
}

void add_findings(Planner& planner, const std::vector<Finding>& findings,
                  const PlanOptions& options) {
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const Finding& finding = findings[i];
    if (!options.kinds[finding.kind]) continue;
    const InFork in_fork = findings::kind_row(finding.kind).in_fork;
    if (in_fork == InFork::one_line) {
      leave_out_abandoned(planner, finding, i);
      continue;
    }
    for (const std::size_t at : finding.entries) {
      if (auto changes = changes_for(planner, finding, at)) {
        // What is wrong goes whether or not the note is shorter.
        const auto least = in_fork == InFork::note ? Worth::whatever : Worth::smaller;
        planner.add(at, *std::move(changes), i, least);
      }
    }
  }
}

/// Whether the edit is carried out whatever it costs.
bool is_firm(const Edit& edit, const std::vector<Finding>& findings, const PlanOptions& options) {
  if (options.thorough || options.max_tokens || !edit.finding) return true;
  const findings::Kind kind = findings[*edit.finding].kind;
  return findings::kind_row(kind).whatever_it_costs || options.asked[kind];
}

/// Takes away the first changes that are not worth what they cost.
void leave_alone(std::vector<Edit>& edits, const std::vector<Finding>& findings,
                 const PlanOptions& options, const Scales& scales, LeftAlone& out) {
  const auto firm = std::find_if(edits.begin(), edits.end(), [&](const Edit& edit) {
    return is_firm(edit, findings, options);
  });
  const std::size_t begin =
      best_beginning(edits, static_cast<std::size_t>(firm - edits.begin()), scales);
  if (begin == 0) return;
  const Cost all = cost_from(edits, 0, scales);
  const Cost rest = cost_from(edits, begin, scales);
  out.entries = begin;
  out.tokens = saved_from(edits, 0) - saved_from(edits, begin);
  out.cost.thinking.blocks = all.thinking.blocks - rest.thinking.blocks;
  out.cost.thinking.tokens = all.thinking.tokens - rest.thinking.tokens;
  out.cost.cached = std::max<std::int64_t>(0, all.cached - rest.cached);
  edits.erase(edits.begin(), edits.begin() + static_cast<std::ptrdiff_t>(begin));
}

/// Whether anything is left of the entry.
bool stays(const std::vector<Edit>& edits, std::size_t entry, std::size_t blocks) {
  const auto edit =
      std::lower_bound(edits.begin(), edits.end(), entry,
                       [](const Edit& one, std::size_t at) { return one.entry < at; });
  return edit == edits.end() || edit->entry != entry || !leaves_nothing(edit->changes, blocks);
}

/// The sums over the edits.
void add_up(Plan& plan, const findings::Analysis& analysis) {
  const auto& reports = analysis.view.attribution.reports;
  const auto last = std::find_if(reports.rbegin(), reports.rend(), [&](const auto& report) {
    return stays(plan.edits, report.entry,
                 analysis.conversation.entries[report.entry].blocks.size());
  });
  if (last != reports.rend()) plan.last_usage = last->entry;
  std::int64_t saved = 0;
  for (const Edit& edit : plan.edits) {
    saved += edit.saved();
    plan.thinking += edit.thinking;
    if (plan.last_usage && edit.entry < *plan.last_usage) plan.saved_before_it += edit.saved();
    if (edit.only_thinking) continue;
    KindSaved& sum =
        edit.finding ? plan.kinds[analysis.findings.list[*edit.finding].kind] : plan.room;
    ++sum.entries;
    sum.tokens += edit.saved() - edit.thinking.tokens;
  }
  plan.after = std::clamp<std::int64_t>(plan.before - saved, 0, plan.before);
  // A note may be longer than the answer that it stands for; nothing is added to a usage.
  plan.saved_before_it = std::max<std::int64_t>(0, plan.saved_before_it);
}

}  // namespace

Plan plan_fork(const findings::Analysis& analysis, const PlanOptions& options) {
  const auto& attribution = analysis.view.attribution;
  const BoundThinking bound(analysis.conversation, attribution);
  const Scales scales{attribution, options.keep_thinking ? nullptr : &bound, options.cache_is_warm};
  Planner planner(analysis, scales.bound, options.since);
  add_findings(planner, analysis.findings.list, options);
  if (options.max_tokens) make_room(planner, *options.max_tokens);

  Plan plan;
  plan.before = analysis.findings.total;
  plan.edits = planner.take();
  leave_alone(plan.edits, analysis.findings.list, options, scales, plan.left_alone);
  std::optional<std::size_t> first;  // as an entry
  if (!plan.edits.empty()) {
    plan.first = FirstChange{0, saved_from(plan.edits, 0) - saved_from(plan.edits, 1),
                             cost_from(plan.edits, 0, scales)};
    first = plan.edits.front().entry;
  }
  drop_thinking(plan.edits, analysis.conversation, attribution, bound, options.keep_thinking);
  while (first && plan.edits[plan.first->edit].entry != *first) ++plan.first->edit;
  add_up(plan, analysis);
  return plan;
}

}  // namespace context_rot::fork
