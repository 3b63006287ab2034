#pragma once
// The edits of a plan while it is made. Internal to fork.

#include <unordered_map>
#include <vector>

#include "findings/analysis.h"
#include "fork/edit.h"
#include "fork/thinking.h"

namespace context_rot::fork {

/// What an edit must bring.
enum class MustSave : std::uint8_t { yes, no };

/// Collects edits, one for an entry, and keeps account of the tokens that are left.
class Planner {
 public:
  /// Both must outlive it; without `bound` thinking is kept. Entries older than `since` are not to
  /// be changed.
  Planner(const findings::Analysis& analysis, const BoundThinking* bound, Milliseconds since);

  /// What the plan is made from: the view, an entry by its index, its tokens in the window.
  const session::SessionView& view() const { return analysis_.view; }
  const transcript::Entry& entry(std::size_t at) const {
    return analysis_.conversation.entries[at];
  }
  std::int64_t tokens(std::size_t at) const { return analysis_.view.attribution.tokens[at]; }

  /// The call whose result (or file that the client sent) an entry is; null where there is none,
  /// and where the entry holds other results too.
  const transcript::ToolUse* use_of(std::size_t at) const;

  /// Whether nobody changes the entry yet and it is not too old.
  bool is_free(std::size_t at) const;

  /// Adds an edit where the entry is free and becomes clearly smaller, or whatever it brings; of
  /// preserved entries no block goes. Returns whether it was added.
  bool add(std::size_t at, std::vector<BlockChange> changes, std::optional<std::size_t> finding,
           MustSave must_save = MustSave::yes);

  /// Tokens in the window after the edits so far, without the thinking that goes with them.
  std::int64_t left() const;
  /// The edits, by entry.
  std::vector<Edit> take();

 private:
  const findings::Analysis& analysis_;
  const BoundThinking* bound_;
  Milliseconds since_;
  std::int64_t left_;  // thinking that goes with a change before it still in it
  std::optional<Place> first_;
  std::vector<bool> taken_;
  std::unordered_map<std::size_t, std::size_t> use_by_result_;
  std::vector<Edit> edits_;
};

}  // namespace context_rot::fork
