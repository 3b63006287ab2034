#pragma once
// All findings of a conversation: what health reports, advice argues with and curation removes.

#include <array>
#include <vector>

#include "findings/finding.h"
#include "session/session_view.h"

namespace context_rot::findings {

/// How much one kind found.
struct KindSum {
  std::size_t findings = 0;
  std::size_t entries = 0;
  std::int64_t tokens = 0;
};

enum class Purity : std::uint8_t {
  clean,     ///< above 60 % of the tokens help
  polluted,  ///< 20 to 60 %
  toxic,     ///< below 20 %
};
/// "clean", "polluted", "toxic".
std::string_view name_of(Purity purity);

/// Every finding, and what they sum to.
struct Findings {
  std::vector<Finding> list;  ///< by kind, within a kind by what the kind's file says
  ByKind<KindSum> sums{};
  /// Answers that were perhaps corrected: guesses, for a person to look at. They count for nothing
  /// and change nothing; an entry of theirs may be in `list` too.
  std::vector<Finding> perhaps;
  std::int64_t noise = 0;  ///< tokens of the findings that are noise (KindRow::is_noise)
  std::int64_t total = 0;  ///< tokens in the window: Attribution::total()

  /// Share of the tokens that still help, in percent, rounded down; 100 for an empty window.
  int signal() const;
  Purity purity() const;
};

/// Runs the kinds in their order; each entry is in one finding at most, the first that fits. Pure:
/// the disk is asked through the view's surroundings only.
Findings find_all(const session::SessionView& view);

}  // namespace context_rot::findings
