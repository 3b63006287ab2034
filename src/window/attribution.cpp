#include "window/attribution.h"

#include <algorithm>

#include "window/token_estimate.h"

namespace context_rot::window {

using transcript::Conversation;
using transcript::Entry;
using transcript::EntryKind;

namespace {

bool reports(const Entry& entry) {
  return transcript::is_model_answer(entry) && !entry.preserved && entry.usage &&
         entry.usage->context() > 0;
}

/// Fractional until the end, so that scaling several times loses nothing.
struct Sums {
  std::vector<double> tokens;
  double overhead = 0;
};

/// Gives the entries [begin, end) `growth` tokens in proportion to their estimates, none more
/// than it can weigh. Returns what is left.
double spread(double growth, std::size_t begin, std::size_t end, const std::vector<Weight>& weights,
              Sums& sums) {
  constexpr int most_rounds = 6;  // each fills up some entry; few entries need more than one
  double left = growth;
  for (int round = 0; round < most_rounds && left > 0.5; ++round) {
    double open = 0;
    for (std::size_t i = begin; i < end; ++i) {
      if (sums.tokens[i] < static_cast<double>(weights[i].most)) {
        open += static_cast<double>(weights[i].estimate);
      }
    }
    if (open <= 0) break;
    const double share = left / open;
    for (std::size_t i = begin; i < end; ++i) {
      const double room = static_cast<double>(weights[i].most) - sums.tokens[i];
      if (room <= 0) continue;
      const double more = std::min(room, share * static_cast<double>(weights[i].estimate));
      sums.tokens[i] += more;
      left -= more;
    }
  }
  return std::max(left, 0.0);
}

void take_estimates(std::size_t begin, std::size_t end, double scale,
                    const std::vector<Weight>& weights, Sums& sums) {
  for (std::size_t i = begin; i < end; ++i) {
    sums.tokens[i] = scale * static_cast<double>(weights[i].estimate);
  }
}

double estimate_of(std::size_t begin, std::size_t end, const std::vector<Weight>& weights) {
  double sum = 0;
  for (std::size_t i = begin; i < end; ++i) sum += static_cast<double>(weights[i].estimate);
  return sum;
}

/// Whole numbers that sum to the whole of the fractions: what rounding leaves is carried on.
void round_all(Sums& sums, std::size_t end, std::int64_t reported, Attribution& out) {
  double exact = sums.overhead;
  out.overhead = std::clamp<std::int64_t>(static_cast<std::int64_t>(exact + 0.5), 0, reported);
  std::int64_t given = out.overhead;
  for (std::size_t i = 0; i < end; ++i) {
    if (sums.tokens[i] <= 0) continue;
    exact += sums.tokens[i];
    const auto until = std::clamp(static_cast<std::int64_t>(exact + 0.5), given, reported);
    out.tokens[i] = until - given;
    given = until;
  }
  out.overhead += reported - given;
}

/// A fall of the count: entries before that one are scaled by the share.
using Drops = std::vector<std::pair<std::size_t, double>>;

/// Each drop scales all entries before it: one pass from the end.
void scale_by(const Drops& drops, std::size_t last, Sums& sums, std::vector<Report>& reports) {
  double scale = 1;
  std::size_t drop = drops.size();
  for (std::size_t i = last; i-- > 0;) {
    while (drop > 0 && drops[drop - 1].first > i) scale *= drops[--drop].second;
    sums.tokens[i] *= scale;
  }
  scale = 1;
  drop = drops.size();
  for (auto report = reports.rbegin(); report != reports.rend(); ++report) {
    while (drop > 0 && drops[drop - 1].first >= report->entry) scale *= drops[--drop].second;
    report->shrunk = scale;
  }
}

}  // namespace

Attribution attribute(const Conversation& conversation) {
  const auto& entries = conversation.entries;
  Attribution out;
  out.tokens.assign(entries.size(), 0);
  std::vector<Weight> weights;
  weights.reserve(entries.size());
  for (const Entry& entry : entries) weights.push_back(weight_of(entry));

  std::size_t boundary = 0;
  const transcript::Compaction* compaction = nullptr;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    if (entries[i].kind != EntryKind::boundary) continue;
    boundary = i;
    compaction = entries[i].compaction ? &*entries[i].compaction : nullptr;
  }
  Sums sums;
  sums.tokens.assign(entries.size(), 0);
  std::size_t last = 0;       // the newest answer that reported
  double before = 0;          // what it reported
  double least_overhead = 0;  // what the first answer found in front of all entries
  Drops drops;
  bool any = false;
  for (std::size_t i = boundary; i < entries.size(); ++i) {
    if (!reports(entries[i])) continue;
    const auto now = static_cast<double>(entries[i].usage->context());
    if (!any) {
      const double estimate = estimate_of(0, i, weights);
      take_estimates(0, i, estimate > now ? now / estimate : 1, weights, sums);
      sums.overhead = least_overhead = std::max(0.0, now - estimate);
    } else if (now > before) {
      sums.overhead += spread(now - before, last, i, weights, sums);
    } else {
      const double estimate = estimate_of(last, i, weights);
      const double kept = std::max(now - estimate, now / 2);  // for what was there before
      take_estimates(last, i, estimate > 0 ? (now - kept) / estimate : 0, weights, sums);
      const double room = estimate > 0 ? kept : now;
      const double entries_before = before - sums.overhead;
      if (entries_before + least_overhead <= room) {
        // What a fork has left out was never more than its stub: the overhead had the rest of it.
        sums.overhead = room - entries_before;
      } else {
        const double fit = room / before;
        drops.emplace_back(last, fit);
        sums.overhead *= fit;
        least_overhead *= fit;
      }
    }
    out.reports.push_back({i, static_cast<std::int64_t>(now), 1});
    any = true;
    last = i;
    before = now;
  }
  scale_by(drops, last, sums, out.reports);
  if (any) {
    out.measure = Measure::reported;
    out.reported = static_cast<std::int64_t>(before);
    round_all(sums, last, out.reported, out);
  } else if (compaction && compaction->post_tokens) {
    const double estimate = estimate_of(0, entries.size(), weights);
    out.measure = Measure::boundary;
    out.reported = std::max(*compaction->post_tokens, static_cast<std::int64_t>(estimate));
    last = entries.size();
    take_estimates(0, last, 1, weights, sums);
    sums.overhead = static_cast<double>(out.reported) - estimate;
    round_all(sums, last, out.reported, out);
  } else {
    last = 0;
  }
  for (std::size_t i = last; i < entries.size(); ++i) {
    out.tokens[i] = weights[i].estimate;
    out.since += out.tokens[i];
  }
  return out;
}

}  // namespace context_rot::window
