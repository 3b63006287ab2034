#pragma once
// What a compaction summary lost of what the journal knows, and what it wrongly kept.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/config.h"
#include "journal/facts/summary.h"
#include "journal/model/section.h"
#include "util/time.h"

namespace context_rot::journal {

/// A claim that was corrected and that the summary still makes.
struct KeptClaim {
  std::string wrong;
  std::string right;
  std::string said;  ///< the summary's sentence

  bool operator==(const KeptClaim&) const = default;
};

/// What one compaction lost and wrongly kept.
struct Audit {
  std::string session;
  Milliseconds time = 0;
  std::vector<std::string> lost_files;      ///< modified, not mentioned
  std::vector<std::string> lost_decisions;  ///< in effect, not mentioned
  std::vector<std::string> lost_tasks;      ///< open, not mentioned
  std::vector<std::string> kept_files;      ///< gone, named without a word of that
  std::vector<KeptClaim> kept_claims;

  /// Whether there is nothing to say.
  bool clean() const {
    return lost_files.empty() && lost_decisions.empty() && lost_tasks.empty() &&
           kept_files.empty() && kept_claims.empty();
  }
  bool operator==(const Audit&) const = default;
};

/// Compares. `section` is what the journal knew before the summary; `gone` are paths that are gone
/// from the disk. `session` and `time` are taken from the section.
///
/// - A path is mentioned where the whole of it or its last part stands as a word of its own; a
///   gone one counts only where its last part is not that of a file that exists, and not in a
///   sentence that says that it is gone.
/// - A decision or task is mentioned where one sentence has 60 % of its words (mention.h).
/// - A claim is kept where a sentence outside the corrections, the approaches to avoid, the errors
///   and the user's messages has all words of the wrong side that the right side does not have, and
///   60 % of all of them, but no word that only the right side has and none that denies. A claim
///   without such words, or without a right side, is not looked for.
Audit audited(const Section& section, const std::vector<std::string>& gone, const Summary& summary);

/// For `context-journal audit`: lines for a person; "the summary lost nothing ..." where clean.
std::string audit_report(const Audit& audit, config::Language language);

/// Longest note for the model, in bytes.
constexpr std::size_t max_audit_note_bytes = 1500;

/// For the model, once after the compaction: what is missing and what does not hold, as quoted
/// data; empty where clean. At most max_audit_note_bytes.
std::string audit_note(const Audit& audit);

/// One line of JSON to keep in the data folder.
std::string json_of(const Audit& audit);

/// Reads it back; nothing where it is none. Unknown members are ignored.
std::optional<Audit> audit_of(std::string_view json);

}  // namespace context_rot::journal
