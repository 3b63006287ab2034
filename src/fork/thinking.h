#pragma once
// Thinking that does not outlive a change before it. Internal to fork.
//
// Newer models bind each block of thinking to all that stands before it (system prompt, tools,
// messages) and to the block of thinking before it. The API refuses or drops a block whose prefix
// was changed, and every one behind a gap. (Documentation of the Messages API: "Preserved
// thinking", "Prefix checks".)

#include <compare>
#include <optional>
#include <vector>

#include "fork/edit.h"
#include "transcript/conversation.h"
#include "window/attribution.h"

namespace context_rot::fork {

/// A block of an entry, both as indices.
struct Place {
  std::size_t entry = 0;
  std::size_t block = 0;
  auto operator<=>(const Place&) const = default;
};

/// The thinking among what the changes take out of an entry that weighs `now` tokens.
Thinking thinking_in(const transcript::Entry& entry, const std::vector<BlockChange>& changes,
                     std::int64_t now);

/// Where the first change stands, in the order in which the model gets the entries; nothing where
/// there is none. `edits` by entry, rising.
std::optional<Place> first_change(const std::vector<Edit>& edits);

/// What thinking a conversation has, and what of it a change costs.
class BoundThinking {
 public:
  /// Both must outlive it. Linear.
  BoundThinking(const transcript::Conversation& conversation,
                const window::Attribution& attribution);

  /// What goes whatever is changed: thinking of messages that a compaction kept behind its summary.
  /// It was made under what the summary stands for now, so that the original's own next request
  /// loses it too.
  const Thinking& dead() const { return dead_; }
  bool is_dead(std::size_t entry) const { return dead_entries_[entry]; }

  /// Thinking at that place and behind it that is not dead.
  Thinking behind(Place place) const;

  /// What goes with a first change there, or with none: the dead, and what stands behind it.
  Thinking goes_with(const std::optional<Place>& first) const;

 private:
  Thinking of(std::size_t entry, std::size_t from_block) const;

  const transcript::Conversation& conversation_;
  const window::Attribution& attribution_;
  std::vector<bool> dead_entries_;
  std::vector<Thinking> from_;  ///< by entry: of it and all behind it; one more at the end
  Thinking dead_;
};

/// Adds to the edits what thinking goes with them: what is dead, and all behind the first change;
/// an entry that held nothing else goes. With `keep` only what the edits themselves take out is
/// counted. `edits` by entry, rising, before and after.
void drop_thinking(std::vector<Edit>& edits, const transcript::Conversation& conversation,
                   const window::Attribution& attribution, const BoundThinking& bound,
                   bool keep);

}  // namespace context_rot::fork
