#pragma once
// From the findings of a session to what its fork leaves out.

#include <cstdint>
#include <optional>
#include <vector>

#include "findings/analysis.h"
#include "findings/kinds.h"
#include "fork/edit.h"
#include "util/time.h"

namespace context_rot::fork {

/// What the flags of `context-curate fork` say; the defaults are the values here.
struct PlanOptions {
  /// Which kinds are left out: what speaks of a file that is gone and what states an old decision
  /// may say other things too, and finished work is no noise (KindRow::unasked).
  findings::ByKind<bool> kinds = [] {
    findings::ByKind<bool> out{};
    for (const findings::Kind kind : findings::all_kinds) {
      out[kind] = findings::kind_row(kind).unasked;
    }
    return out;
  }();
  /// Kinds that are left out whatever it costs; what is wrong (KindRow::whatever_it_costs) is
  /// anyway.
  findings::ByKind<bool> asked{};
  bool thorough = false;       ///< every kind is
  bool keep_thinking = false;  ///< for models that do not bind it to what stands before it
  bool cache_is_warm = false;  ///< the client's prompt cache may still hold the session
  Milliseconds since = 0;      ///< nothing older is changed
  std::optional<std::int64_t> max_tokens;  ///< to fit into
};

/// How much one kind of finding is worth.
struct KindSaved {
  std::size_t entries = 0;
  std::int64_t tokens = 0;
};

/// What comes with a change beside what it leaves out.
struct Cost {
  Thinking thinking;  ///< behind it, which goes
  std::int64_t cached =
      0;  ///< tokens left behind it that are cached again; 0 where no cache is warm
};

/// The first change in the order of the conversation: what it alone saves, in tokens, thinking
/// apart, and what comes with it.
struct FirstChange {
  std::size_t edit = 0;  ///< index into Plan::edits
  std::int64_t saved = 0;
  Cost cost;
};

/// Changes that are not worth their cost: how much they would save and what they would cost on top.
struct LeftAlone {
  std::size_t entries = 0;
  std::int64_t tokens = 0;
  Cost cost;
};

/// Every change, and what the window weighs before and after it, in tokens.
struct Plan {
  std::vector<Edit> edits;  ///< by entry, rising; one for an entry at most
  std::int64_t before = 0;  ///< tokens in the window: Attribution::total()
  std::int64_t after = 0;   ///< the same of the fork; never more than before, never negative
  findings::ByKind<KindSaved> kinds{};
  KindSaved room;                    ///< what only max_tokens asked for
  Thinking thinking;                 ///< that goes, whatever for; no part of the sums above
  std::optional<FirstChange> first;  ///< nothing where no kind and no limit asks for a change
  LeftAlone left_alone;
  /// The answer whose usage counts for the window, and what was saved of it before that answer.
  std::optional<std::size_t> last_usage;
  std::int64_t saved_before_it = 0;
};

/// A corrected answer becomes its note, whole where it is short or nobody can tell what of it was
/// wrong, else only the wrong words do. Work that was taken back goes with its calls and results,
/// and one line stays for it. Of other findings the outputs become stubs, unless they are the first
/// changes and worth less than what they cost (weigh.h). What a person typed, summaries and images
/// in prompts are never touched; nothing is changed that would not become smaller. All before the
/// first change stays, thinking included; behind it all thinking goes, and that of messages that a
/// compaction kept behind its summary (thinking.h). Of entries that a compaction preserved nothing
/// else goes, so that all of them stay. Calls and results go together or not at all. With
/// max_tokens nothing is weighed, and then outputs and answers that weigh least (relevance decay:
/// half after ten turns), the oldest first and of one turn the largest first, until the rest fits;
/// none of the last two turns, and none that names what the last prompt names. Pure; linear in the
/// live content.
Plan plan_fork(const findings::Analysis& analysis, const PlanOptions& options);

}  // namespace context_rot::fork
