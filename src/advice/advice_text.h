#pragma once
// The advice in words.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "advice/rubric.h"
#include "config/config.h"

namespace context_rot::advice {

/// The advice for a person: what to do, why, and what the others would do now. UTF-8, each text
/// one line.
struct Advice {
  Decision decision;
  std::string headline;                                ///< 'Rewind (double Esc) to: "..."'
  std::vector<std::string> reasons;                    ///< evidence that can be checked
  std::string command;                                 ///< to paste; empty for continue
  std::vector<std::pair<Option, std::string>> others;  ///< the other four, in order
  std::string fork;                                    ///< the command; empty: not worth it
  std::string fork_says;                               ///< what it would bring
  std::vector<std::string> warnings;                   ///< habits that make it worse
};

/// Puts a decision into words. Without a session it speaks of the band alone.
Advice advice_of(const Facts& facts, const Decision& decision, config::Language language);

/// As text for a terminal, lines ended by "\n".
std::string as_text(const Advice& advice, config::Language language);
/// As Markdown, for a skill to put before the model.
std::string as_markdown(const Advice& advice, const Facts& facts, config::Language language);
/// As JSON: option, rule, headline, reasons, command, others, fork, warnings, and the numbers.
nlohmann::ordered_json as_json(const Advice& advice, const Facts& facts);

}  // namespace context_rot::advice
