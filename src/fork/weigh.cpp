#include "fork/weigh.h"

#include <algorithm>

namespace context_rot::fork {

namespace {

/// Sums from the end, so that every beginning is weighed in one pass.
class Weigher {
 public:
  Weigher(const std::vector<Edit>& edits, const Scales& scales) : edits_(edits), scales_(scales) {
    saved_.assign(edits.size() + 1, 0);
    for (std::size_t i = edits.size(); i-- > 0;) {
      saved_[i] = saved_[i + 1] + edits[i].saved() - edits[i].thinking.tokens;
    }
    const auto& tokens = scales.attribution.tokens;
    tokens_.assign(tokens.size() + 1, 0);
    for (std::size_t i = tokens.size(); i-- > 0;) tokens_[i] = tokens_[i + 1] + tokens[i];
  }

  std::int64_t saved(std::size_t from) const { return saved_[from]; }

  Cost cost(std::size_t from) const {
    Cost out;
    if (from >= edits_.size()) return out;
    const Place place{edits_[from].entry, edits_[from].changes.front().block};
    if (scales_.bound) out.thinking = scales_.bound->behind(place);
    if (!scales_.cache_is_warm) return out;
    const std::int64_t left = tokens_[place.entry] - saved_[from] - out.thinking.tokens;
    out.cached = std::max<std::int64_t>(0, left);
    return out;
  }

  /// worth(c) of the header, ten times.
  std::int64_t worth(std::size_t from) const {
    const Cost costs = cost(from);
    return 10 * (saved_[from] - costs.thinking.tokens) - costs.cached;
  }

 private:
  const std::vector<Edit>& edits_;
  const Scales& scales_;
  std::vector<std::int64_t> saved_;   // by edit: of it and those behind
  std::vector<std::int64_t> tokens_;  // by entry: of it and those behind
};

}  // namespace

std::int64_t saved_from(const std::vector<Edit>& edits, std::size_t from) {
  std::int64_t out = 0;
  for (std::size_t i = from; i < edits.size(); ++i) {
    out += edits[i].saved() - edits[i].thinking.tokens;
  }
  return out;
}

Cost cost_from(const std::vector<Edit>& edits, std::size_t from, const Scales& scales) {
  return Weigher(edits, scales).cost(from);
}

std::size_t best_beginning(const std::vector<Edit>& edits, std::size_t firm, const Scales& scales) {
  const Weigher weigher(edits, scales);
  std::size_t best = 0;
  for (std::size_t i = 1; i <= std::min(firm, edits.size()); ++i) {
    if (weigher.worth(i) > weigher.worth(best)) best = i;
  }
  return best;
}

}  // namespace context_rot::fork
