#pragma once
// Rules that a person has typed as a correction: seen, offered once, and kept or not.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "config/language.h"
#include "util/result.h"
#include "util/time.h"

namespace context_rot::rules {

/// One of them.
struct Offer {
  std::int64_t number = 0;  ///< its name for the person: `context-rules keep N`
  std::string rule;         ///< the person's words
  std::string entry;        ///< the ledger's entry of the correction
  bool offered = false;     ///< the person was told
  bool kept = false;
};

/// The offers of a file's text, one JSON event a line; lines that are none are skipped.
std::vector<Offer> read_offers(std::string_view text);

/// The line for a rule that was seen, and for what became of an offer ("offered", "kept").
std::string seen_event(const Offer& offer, Milliseconds time);
std::string offer_event(std::int64_t number, std::string_view what);

/// The newest offer that says much the same as `rule` (are_alike); nullptr where there is none.
const Offer* alike_offer(const std::vector<Offer>& offers, std::string_view rule);

/// The offers of a file; none where there is no file. Fails with "PATH: reason".
Result<std::vector<Offer>> load_offers(const std::filesystem::path& file);

/// Adds an event, making the folder (0700) and the file (0600).
Result<void> add_offer_event(const std::filesystem::path& file, std::string_view event);

/// A rule in a prompt. `entry` names the ledger's entry where the prompt is a correction, else it
/// is empty. The offer that is now due: the rule was typed before, in another prompt, and neither
/// offered nor kept. Else nothing, and a correction is remembered. A rule like one of `kept` is
/// none. Errors are of the file.
Result<std::vector<Offer>> typed(const std::filesystem::path& file, std::string_view rule,
                                 std::string_view entry, const std::vector<std::string>& kept,
                                 Milliseconds time);

/// The offer that is due as the ledger's entry is confirmed: at most one.
Result<std::vector<Offer>> confirmed(const std::filesystem::path& file, std::string_view entry);

/// What the person is told of an offer that is due; empty for none. `program` is how context-rules
/// is started here.
std::string offer_text(const std::vector<Offer>& due, config::Language language,
                       std::string_view program);

}  // namespace context_rot::rules
