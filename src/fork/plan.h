#pragma once
// From the findings of a session to what its fork leaves out.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "findings/analysis.h"
#include "fork/edit.h"
#include "util/time.h"

namespace context_rot::fork {

/// What the flags of `context-curate fork` say; the defaults are the values here.
struct PlanOptions {
  /// Which kinds are left out, by Kind. By default all but two: what speaks of a file that is gone
  /// and what states an old decision may say other things too.
  std::array<bool, findings::kind_count> kinds = [] {
    std::array<bool, findings::kind_count> all{};
    all.fill(true);
    all[static_cast<std::size_t>(findings::Kind::deleted_reference)] = false;
    all[static_cast<std::size_t>(findings::Kind::contradiction)] = false;
    return all;
  }();
  Milliseconds since = 0;                  ///< nothing older is changed
  std::optional<std::int64_t> max_tokens;  ///< to fit into
};

/// How much one kind of finding is worth.
struct KindSaved {
  std::size_t entries = 0;
  std::int64_t tokens = 0;
};

/// Every change, and what the window weighs before and after it, in tokens.
struct Plan {
  std::vector<Edit> edits;  ///< by entry, rising; one for an entry at most
  std::int64_t before = 0;  ///< tokens in the window: Attribution::total()
  std::int64_t after = 0;   ///< the same of the fork; never more than before, never negative
  std::array<KindSaved, findings::kind_count> kinds{};
  KindSaved room;  ///< what only max_tokens asked for
  /// The answer whose usage counts for the window, and what was saved of it before that answer.
  std::optional<std::size_t> last_usage;
  std::int64_t saved_before_it = 0;
};

/// A corrected answer becomes its note, whole where it is short or nobody can tell what of it was
/// wrong, else only the wrong words do. Work that was taken back goes with its calls and results,
/// and one line stays for it. Of other findings the outputs become stubs. What a person typed,
/// summaries and images in prompts are never touched; thinking is kept or goes whole; nothing is
/// changed that would not become smaller. Of entries that a compaction preserved nothing goes, so
/// that all of them stay. Calls and results go together or not at all.
/// With max_tokens, then outputs and answers that weigh least (relevance decay: half after ten
/// turns), the oldest first and of one turn the largest first, until the rest fits; none of the
/// last two turns, and none that names what the last prompt names. Pure; linear in the live
/// content.
Plan plan_fork(const findings::Analysis& analysis, const PlanOptions& options);

}  // namespace context_rot::fork
