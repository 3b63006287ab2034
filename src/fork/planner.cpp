#include "fork/planner.h"

#include <algorithm>

namespace context_rot::fork {

namespace {

/// A stub that saves less than this is not worth the change.
constexpr std::int64_t least_saved = 25;  // tokens

}  // namespace

Planner::Planner(const findings::Analysis& analysis, const BoundThinking* bound, Milliseconds since)
    : analysis_(analysis),
      bound_(bound),
      since_(since),
      left_(analysis.findings.total),
      taken_(analysis.conversation.entries.size(), false) {
  const auto& uses = analysis.view.uses;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (uses[i].result_entry && uses[i].sole_result)
      use_by_result_.emplace(*uses[i].result_entry, i);
  }
}

const transcript::ToolUse* Planner::use_of(std::size_t at) const {
  const auto place = use_by_result_.find(at);
  return place == use_by_result_.end() ? nullptr : &view().uses[place->second];
}

bool Planner::is_free(std::size_t at) const {
  return !taken_[at] && entry(at).time >= since_;
}

bool Planner::add(std::size_t at, std::vector<BlockChange> changes,
                  std::optional<std::size_t> finding, MustSave must_save) {
  if (!is_free(at)) return false;
  if (entry(at).preserved) {
    changes.erase(std::remove_if(changes.begin(), changes.end(),
                                 [](const BlockChange& change) { return !change.text; }),
                  changes.end());
  }
  if (changes.empty()) return false;
  Edit edit;
  edit.entry = at;
  edit.before = tokens(at);
  edit.after = tokens_after(entry(at), changes, edit.before);
  if (must_save == MustSave::yes && edit.saved() < least_saved) return false;
  edit.thinking = thinking_in(entry(at), changes, edit.before);
  const Place place{at, changes.front().block};
  if (!first_ || place < *first_) first_ = place;
  edit.changes = std::move(changes);
  edit.finding = finding;
  left_ -= edit.saved() - (bound_ ? edit.thinking.tokens : 0);
  taken_[at] = true;
  edits_.push_back(std::move(edit));
  return true;
}

std::int64_t Planner::left() const {
  const std::int64_t thinking = bound_ ? bound_->goes_with(first_).tokens : 0;
  return std::max<std::int64_t>(0, left_ - thinking);
}

std::vector<Edit> Planner::take() {
  std::sort(edits_.begin(), edits_.end(),
            [](const Edit& a, const Edit& b) { return a.entry < b.entry; });
  return std::move(edits_);
}

}  // namespace context_rot::fork
