#pragma once
// Prompts that bring a session back to what is true, filled in from the session itself.

#include <string>
#include <vector>

#include "advice/score.h"
#include "config/config.h"
#include "findings/findings.h"
#include "findings/session_summary.h"

namespace context_rot::advice {

/// Longest compacting prompt, in tokens by estimate_tokens.
constexpr std::int64_t recovery_token_limit = 1000;

/// The prompt to paste, as Markdown: for a mild case what to leave behind and what is valid
/// (prune), for a moderate one the state to compact to (compact), for a severe one the package
/// for a new session (clean slate): learnings, verified state, constraints, next step. Sections
/// without content are left out, and a compacting prompt drops its last items until it fits the
/// limit. Only files that were found on disk are named as current. Foreign text is quoted as data
/// (util/as_data.h). `now` is said as the time of the check.
std::string recovery_prompt(Recovery form, const findings::SessionState& state,
                            const std::vector<findings::Finding>& findings, config::Language language,
                            Milliseconds now);

/// The first prompt of a new session that begins with the package in `file`.
std::string first_prompt(const findings::SessionState& state, const std::string& file,
                         config::Language language);

/// Lines worth adding to CLAUDE.md: corrections, dead ends, decisions in effect, rules that the
/// person stated; each once, ready to paste ("- ...").
std::vector<std::string> learnings(const findings::SessionState& state, config::Language language);

}  // namespace context_rot::advice
