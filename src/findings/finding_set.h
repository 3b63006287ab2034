#pragma once
// Whose an entry is: the first finding that claims it has it.

#include <vector>

#include "findings/finding.h"
#include "session/session_view.h"

namespace context_rot::findings {

/// The findings so far and the entries they own. The view must outlive it.
class Claims {
 public:
  explicit Claims(const session::SessionView& view);

  /// Whether the entry may still be claimed. Never: summaries, boundaries, what the client does
  /// not send, what was left out already.
  bool is_free(std::size_t entry) const { return owner_[entry] == free; }

  /// Adds a finding with those of its entries that are free, in rising order, and counts their
  /// tokens. Without any, nothing is added. Returns whether it was.
  bool add(Finding finding);

  /// Keeps what may be a finding and is not sure enough: it owns nothing.
  void suspect(Finding finding) { suspected_.push_back(std::move(finding)); }
  std::vector<Finding> take_suspected() { return std::move(suspected_); }

  /// All findings that were added, in that order; leaves none here.
  std::vector<Finding> take() { return std::move(findings_); }

 private:
  static constexpr std::int32_t free = -1;
  static constexpr std::int32_t nobody = -2;

  const session::SessionView& view_;
  std::vector<std::int32_t> owner_;
  std::vector<Finding> findings_;
  std::vector<Finding> suspected_;
};

}  // namespace context_rot::findings
