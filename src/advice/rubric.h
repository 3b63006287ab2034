#pragma once
// Which of the five things to do this turn.

#include <array>
#include <string_view>

#include "advice/facts.h"

namespace context_rot::advice {

enum class Option : std::uint8_t { go_on, rewind, compact, clear, subagent };
inline constexpr std::array all_options{Option::go_on, Option::rewind, Option::compact,
                                        Option::clear, Option::subagent};
/// "continue", "rewind", "compact", "clear", "subagent".
std::string_view name_of(Option option);

/// Why: the step of the rubric that decided.
enum class Rule : std::uint8_t {
  next_is_heavy,    ///< what comes next puts out much
  failed_attempts,  ///< several failed attempts at one thing
  corrected_again,  ///< one thing was corrected twice
  critical,         ///< critico
  same_topic,       ///< rojo, or the client compacts early: a hint keeps what matters
  open_work,        ///< the same; something else begins, but work is open that a hint keeps
  changed_topic,    ///< the same; something else begins, and nothing is open
  phase_end,        ///< amarillo, and a phase has just ended: a summary loses least now
  plan_cut,         ///< amarillo, in the middle of something
  room_enough,      ///< verde
  nothing_known,
};
std::string_view name_of(Rule rule);

/// What to do, and the rule that says so.
struct Decision {
  Option option = Option::go_on;
  Rule rule = Rule::nothing_known;
};

/// The one place that decides what to do; every program shows this and nothing else. The first step
/// that applies:
/// 1. what comes next puts out much: subagent (not at critico);
/// 2. several attempts at one thing failed, and nothing came of it since: rewind;
/// 3. critico: notes, then clear;
/// 4. rojo, or amarillo where the client compacts at 75 % or below or within the next tenth of the
///    way there: compact; clear where something unrelated begins and nothing is open;
/// 5. amarillo, and a phase has just ended with nothing half done: compact;
/// 6. else continue, at amarillo with the cut planned.
/// Continue is the default. Without a session the band alone decides. Deterministic.
Decision decide(const Facts& facts);

/// Whether the noise is worth a fork without it, which keeps everything else word for word as a
/// summary does not: 5,000 tokens of it, and a seventh of the window's content.
bool is_worth_a_fork(const Facts& facts);

/// Habits that make it worse.
enum class AntiPattern : std::uint8_t {
  waiting_for_compaction,  ///< within a tenth of the automatic one
  did_not_work_try,        ///< three complaints in a row, each on top of the last
  clear_without_notes,     ///< /clear is due: notes first
  small_subagent,          ///< a subagent brought back less than it cost to start
  compacting_in_a_row,     ///< full again within three prompts of a compaction
};
std::string_view name_of(AntiPattern pattern);

/// The habits that the facts show, in the order above.
std::vector<AntiPattern> anti_patterns(const Facts& facts, const Decision& decision);

}  // namespace context_rot::advice
