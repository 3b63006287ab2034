#pragma once
// The words of the timeline and the page, in the languages of the toolkit.

#include <cstdint>
#include <string>
#include <string_view>

#include "config/config.h"
#include "report/timeline.h"

namespace context_rot::report {

/// Fixed texts; those for people who read the page, not for programs.
struct Words {
  std::string_view code;  ///< "en", "es": for the page's lang
  std::string_view session, tokens, of, unknown, never_compacted, last_compacted;
  std::string_view signal, nothing_found, no_longer_help, score, action, stale, contradictions,
      debugging;
  std::string_view messages, turn, turns, one_turn, prompt;
  std::string_view window_over_time, chart_note, chart_past_note, chart_desc, use_keys;
  std::string_view total_only, compacts_at, compacted, automatic, by_hand;
  std::string_view compactions, corrections, failures, bands, before_not_known;
  std::string_view no_corrections, no_failures, no_bands, bands_unknown;
  std::string_view fills, what, share, of_it_noise, noise, sum, overhead, prompts_part,
      answers_part, client, summary, other_tools, output_of, overhead_short, client_short,
      summary_short;
  std::string_view findings, quote, right, remedy, time, entries, more_findings, file;
  std::string_view events, when, event, entered, attempts_failed, attempt_failed, later_worked,
      none_yet, was_corrected, more_events;
  std::string_view by_turn, at_end, highest, made_by, no_session;
};

/// The words of a language; they live as long as the program.
const Words& words_of(config::Language language);

/// "prompts", "answers", "Bash", "other tools", "system prompt and tools", "no longer helps". Plain
/// text; a tool's name as it is.
std::string name_of(const Layer& layer, const Words& words);
std::string name_of(const session::Share& share, const Words& words);

/// The same in a few letters, for a label beside a drawing.
std::string label_of(const Layer& layer, const Words& words);

/// "136,204" (English) or "136.204" (Spanish).
std::string grouped(std::int64_t number, config::Language language);

/// An event in a few words, plain text: "compacted, automatic: 167k to 21k", "rojo entered".
std::string told(const Event& event, const Words& words);

}  // namespace context_rot::report
