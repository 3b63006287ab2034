#include "advice/rubric.h"

#include "advice/band_notice.h"

namespace context_rot::advice {

using window::Band;

namespace {

/// Whether the automatic compaction is no more than a tenth of the way off, and not yet reached.
bool comes_soon(const Fullness& full) {
  return full.point.at && full.used && *full.used * 10 >= *full.point.at * 9 &&
         *full.used < *full.point.at;
}

bool is_due(const Facts& facts) {
  const Fullness& full = facts.fullness;
  if (full.band == Band::rojo) return true;
  return full.band == Band::amarillo && full.window &&
         (compacts_early(full.point, *full.window) || comes_soon(full));
}

}  // namespace

std::string_view name_of(Option option) {
  constexpr std::array<std::string_view, 5> names{"continue", "rewind", "compact", "clear",
                                                  "subagent"};
  return names[static_cast<std::size_t>(option)];
}

std::string_view name_of(Rule rule) {
  constexpr std::array<std::string_view, 11> names{
      "next-is-heavy", "failed-attempts", "corrected-again", "critical",
      "same-topic",    "open-work",       "changed-topic",   "phase-end",
      "plan-cut",      "room-enough",     "nothing-known"};
  return names[static_cast<std::size_t>(rule)];
}

std::string_view name_of(AntiPattern pattern) {
  constexpr std::array<std::string_view, 5> names{"waiting-for-compaction", "did-not-work-try",
                                                  "clear-without-notes", "small-subagent",
                                                  "compacting-in-a-row"};
  return names[static_cast<std::size_t>(pattern)];
}

Decision decide(const Facts& facts) {
  const Band band = facts.fullness.band;
  if (facts.next_is_heavy && band != Band::critico) return {Option::subagent, Rule::next_is_heavy};
  if (facts.attempts) {
    return {Option::rewind, facts.attempts->what == Attempts::What::failed ? Rule::failed_attempts
                                                                           : Rule::corrected_again};
  }
  if (band == Band::critico) return {Option::clear, Rule::critical};
  if (is_due(facts)) {
    if (!facts.something_else) return {Option::compact, Rule::same_topic};
    return facts.open.any() ? Decision{Option::compact, Rule::open_work}
                            : Decision{Option::clear, Rule::changed_topic};
  }
  if (band == Band::amarillo && facts.phase != PhaseEnd::none) {
    return {Option::compact, Rule::phase_end};
  }
  if (band == Band::amarillo) return {Option::go_on, Rule::plan_cut};
  return {Option::go_on, band == Band::verde ? Rule::room_enough : Rule::nothing_known};
}

std::vector<AntiPattern> anti_patterns(const Facts& facts, const Decision& decision) {
  std::vector<AntiPattern> out;
  const Fullness& full = facts.fullness;
  if (comes_soon(full)) {
    out.push_back(AntiPattern::waiting_for_compaction);
  }
  if (facts.complaints_in_a_row >= 3) out.push_back(AntiPattern::did_not_work_try);
  if (decision.option == Option::clear) out.push_back(AntiPattern::clear_without_notes);
  if (facts.small_subagents > 0) out.push_back(AntiPattern::small_subagent);
  if (facts.compacted_prompts_ago && *facts.compacted_prompts_ago < 3 && full.band >= Band::rojo) {
    out.push_back(AntiPattern::compacting_in_a_row);
  }
  return out;
}

bool is_worth_a_fork(const Facts& facts) {
  constexpr std::int64_t least = 5000;
  return facts.noise_tokens >= least && facts.noise_tokens * 7 >= facts.live_tokens;
}

}  // namespace context_rot::advice
