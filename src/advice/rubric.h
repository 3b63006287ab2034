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
  large_outputs,    ///< the last outputs were large and nothing refers to them
  failed_attempts,  ///< several failed attempts at one thing
  corrected_again,  ///< one thing was corrected twice
  critical,         ///< critico
  same_topic,       ///< rojo, or the client compacts early: a hint keeps what matters
  changed_topic,    ///< the same, and the window is about something else
  plan_cut,         ///< amarillo
  room_enough,      ///< verde
  nothing_known,
};
std::string_view name_of(Rule rule);

/// What to do, and the rule that says so.
struct Decision {
  Option option = Option::go_on;
  Rule rule = Rule::nothing_known;
};

/// The first step that applies: subagent, rewind, critico, rojo (or amarillo where the client
/// compacts at 75 % or below), continue. A subagent saves what is still to come, so outputs of the
/// past call for one only while the window has room: below rojo. Without a session the band alone
/// decides. Deterministic.
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
