#pragma once
// The ledger of corrections: one JSON event a line, read by people, by jq and by this.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "correction/detector.h"
#include "correction/reply.h"
#include "util/time.h"

namespace context_rot::ledger {

/// What became of a suspected correction.
enum class Standing : std::uint8_t {
  open,       ///< not settled
  confirmed,  ///< the model (or the user) agrees
  refuted     ///< it was none
};
std::string_view name_of(Standing standing);
std::optional<Standing> standing_of(std::string_view name);

/// A suspected correction and what became of it: the sum of its events.
struct LedgerEntry {
  std::string id;  ///< the caller's name for the prompt, e.g. its uuid
  Milliseconds time = 0;
  std::string session;
  correction::Label label = correction::Label::correction;
  correction::Scores scores;
  std::string kind;
  std::optional<std::string> wrong;
  std::optional<std::string> clarified;
  std::optional<std::string> text;      ///< the prompt, where the user keeps it (opt-in)
  std::optional<std::string> previous;  ///< the end of the answer before, likewise
  Standing standing = Standing::open;
  bool asked = false;  ///< the model was asked, in a doubtful case: its silence says no
  /// "model-line", "acknowledgement", "answer" (what the answer does), "silence" (it was asked and
  /// said nothing), "user"; empty while open.
  std::string settled_by;
  std::string settled_words;  ///< by which words; empty where there are none
};

/// The line for a suspected correction. `entry.standing` and `settled_by` are not written.
std::string detected_event(const LedgerEntry& entry);

/// How an entry is settled: see LedgerEntry. `wrong` and `clarified`, where given, replace the
/// entry's.
struct Settlement {
  Standing standing = Standing::open;
  std::string by;
  std::string words;
  std::optional<std::string> wrong;
  std::optional<std::string> clarified;
};

/// The line that settles an entry.
std::string settled_event(std::string_view id, Milliseconds time, const Settlement& settlement);

/// The event by which a model's reply settles an entry; nothing where the reply is silent: the
/// entry then stays open.
std::optional<std::string> settled_by_reply(std::string_view id, Milliseconds time,
                                            const correction::Reply& reply);

/// The entries of a file, and what could not be read of it.
struct Ledger {
  std::vector<LedgerEntry> entries;  ///< in the order of their first event
  std::size_t skipped = 0;           ///< lines that are no event of ours
};

/// Adds up the events of a ledger. Foreign and torn lines are counted and skipped; a settling of
/// an unknown id too. The last settling counts.
Ledger read_ledger(std::string_view lines);

/// Which entries are wanted; what is not set does not matter.
struct LedgerFilter {
  std::optional<Standing> standing;
  std::optional<correction::Label> label;
  std::optional<std::string> session;
  std::optional<Milliseconds> since;
};
/// Those that the filter wants, in their order.
std::vector<LedgerEntry> filtered(const std::vector<LedgerEntry>& entries,
                                  const LedgerFilter& filter);

/// Training data (corpus.h), one line an entry that is settled and has its text: confirmed ones
/// keep their label, refuted ones are "not". The session is the group.
std::string training_lines(const std::vector<LedgerEntry>& entries);

/// A rule that came back: a sentence ready for CLAUDE.md.
struct RuleProposal {
  std::string sentence;
  std::vector<std::string> ids;  ///< of the entries that say so
};

/// What was clarified at least `times` times in much the same words and not refuted, the
/// commonest first. Two clarifications are the same where they share half of their words.
std::vector<RuleProposal> propose_rules(const std::vector<LedgerEntry>& entries,
                                        std::size_t times = 3);

}  // namespace context_rot::ledger
