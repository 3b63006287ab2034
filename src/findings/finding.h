#pragma once
// What is found in the window that no longer helps.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/time.h"

namespace context_rot::findings {

/// In the order in which they are looked for: an entry belongs to the first that claims it.
enum class Kind : std::uint8_t {
  corrected,          ///< an answer that the person corrected
  abandoned,          ///< work before a revert that the person asked for
  failed,             ///< attempts that failed and were resolved later, or given up
  stale_read,         ///< a file as it was
  duplicate,          ///< output that was seen again
  oversized,          ///< large output that nothing refers to
  deleted_reference,  ///< speaks of a file that is gone
  contradiction,      ///< a decision that no longer holds
  debug_noise,        ///< output of looking for a fault that is found, or of a run done again
  search,             ///< a search whose answer was found
  notice,             ///< what the client said of a state that is past
  finished,           ///< work that is committed and was not touched since: no noise, yet done with
};
constexpr std::size_t kind_count = 12;

/// Whether what is found no longer helps. Finished work is over, not wrong: it is reported apart,
/// counts for no noise, and stays unless somebody asks for it.
constexpr bool is_noise(Kind kind) {
  return kind != Kind::finished;
}

/// "corrected", ..., "finished": for JSON and options.
std::string_view name_of(Kind kind);
/// "corrected answers", "stale reads", ...: for people, in English.
std::string_view title_of(Kind kind);

/// What would take it out of the way.
enum class Remedy : std::uint8_t {
  note,        ///< keep the correction as a note in the place of the answer
  rewind,      ///< go back to the prompt before it
  drop,        ///< leave it out when compacting, or fork without it
  read_again,  ///< drop it, and read the file again when it is needed
  state,       ///< say once which one holds
};
std::string_view name_of(Remedy remedy);

/// Texts are valid UTF-8 without control characters or secrets, and short.
struct Finding {
  Kind kind = Kind::failed;
  std::vector<std::size_t> entries;  ///< indices into the conversation, rising; theirs alone
  std::int64_t tokens = 0;           ///< of these entries
  std::string evidence;  ///< what a person can check, in English: "read 3 times, edited since"
  Remedy remedy = Remedy::drop;

  // What views need to say it in their own words; empty or 0 where it does not apply.
  std::string target;             ///< the file or the command, as shown to people
  std::string file;               ///< the path as the tool was given it
  std::size_t times = 0;          ///< attempts, reads, copies
  std::size_t edits = 0;          ///< changes of the file since
  Milliseconds time = 0;          ///< when it became noise: the correction, the success, the edit
  std::optional<std::size_t> by;  ///< the entry that supersedes it
  std::optional<std::size_t> prompt;  ///< the entry of the prompt that it began with
  std::string quote;                  ///< the claim, the error's line, the decision
  std::string right;                  ///< what holds instead
  bool resolved = false;              ///< failed: a later attempt succeeded
  /// corrected: the wrong words as they stand in the answer, "..." behind them where they were cut;
  /// empty where nobody can tell. Not for people: as it was written.
  std::string claim;
  bool clarified = false;  ///< corrected: `right` is known, and not just what the person typed
};

}  // namespace context_rot::findings
