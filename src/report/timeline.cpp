#include "report/timeline.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "findings/kinds.h"
#include "session/typed.h"
#include "util/excerpt.h"
#include "util/visible.h"

namespace context_rot::report {

using findings::Analysis;
using findings::Finding;
using session::EntryShare;
using session::Part;
using session::Share;
using transcript::EntryKind;
using transcript::PastKind;
using transcript::PastMoment;

namespace {

constexpr std::size_t most_tools = 5;
constexpr std::size_t prompt_bytes = 56;

std::vector<bool> noise_of(const Analysis& analysis) {
  std::vector<bool> out(analysis.conversation.entries.size(), false);
  for (const Finding& finding : analysis.findings.list) {
    if (!findings::kind_row(finding.kind).is_noise) continue;
    for (const std::size_t entry : finding.entries) out[entry] = true;
  }
  return out;
}

/// Parts in the order in which they stand on each other: what changes least at the bottom.
constexpr Part bottom_up[] = {Part::overhead, Part::summary, Part::client, Part::prompts,
                              Part::answers};

/// The layers there may be, tools by what they fill now.
std::vector<Layer> layers_for(const std::vector<Share>& composition) {
  std::vector<Layer> out;
  for (const Part part : bottom_up) out.push_back({part, {}, false, 0});
  std::size_t tools = 0;
  for (const Share& share : composition) {
    const bool named = share.part == Part::tool_output && !share.tool.empty();
    if (named && tools++ < most_tools) out.push_back({share.part, share.tool, false, 0});
  }
  out.push_back({Part::tool_output, {}, false, 0});
  out.push_back({Part::overhead, {}, true, 0});
  return out;
}

/// Finds the layer of a share without looking at all of them each time.
class LayerFinder {
 public:
  explicit LayerFinder(const std::vector<Layer>& layers) : noise_(layers.size() - 1) {
    for (std::size_t i = 0; i < noise_; ++i) places_[{layers[i].part, layers[i].tool}] = i;
  }
  std::size_t noise() const { return noise_; }
  std::size_t of(const EntryShare& share) const {
    const auto place = places_.find({share.part, visible(share.tool)});
    return place != places_.end() ? place->second : noise_ - 1;  // the other tools
  }

 private:
  std::map<std::pair<Part, std::string>, std::size_t> places_;
  std::size_t noise_;
};

/// The layers of one answer from the sums of the entries before it; the rest is overhead.
void add_parts(const std::vector<std::int64_t>& sums, double shrunk, std::int64_t reported,
               std::vector<std::int64_t>& out) {
  const std::size_t begin = out.size();
  std::int64_t explained = 0;
  for (const std::int64_t sum : sums) {
    const std::int64_t then =
        shrunk >= 1 ? sum : std::llround(static_cast<double>(sum) / std::max(shrunk, 1e-9));
    out.push_back(then);
    explained += then;
  }
  if (explained > reported) {  // rounding, times a large factor
    const double fit = static_cast<double>(reported) / static_cast<double>(explained);
    explained = 0;
    for (std::size_t i = begin; i < out.size(); ++i) {
      out[i] = static_cast<std::int64_t>(static_cast<double>(out[i]) * fit);
      explained += out[i];
    }
  }
  out[begin] += reported - explained;
}

/// Takes out the layers that are empty throughout.
void drop_empty(Timeline& timeline) {
  const std::size_t count = timeline.layers.size();
  std::vector<bool> used(count, false);
  used[0] = true;
  for (std::size_t i = 0; i < timeline.parts.size(); ++i) {
    if (timeline.parts[i] != 0) used[i % count] = true;
  }
  std::vector<Layer> layers;
  for (std::size_t i = 0; i < count; ++i) {
    if (used[i]) layers.push_back(std::move(timeline.layers[i]));
  }
  std::size_t to = 0;
  for (std::size_t i = 0; i < timeline.parts.size(); ++i) {
    if (used[i % count]) timeline.parts[to++] = timeline.parts[i];
  }
  timeline.parts.resize(to);
  timeline.layers = std::move(layers);
}

/// The work of one call.
class Builder {
 public:
  Builder(const Analysis& analysis, const std::vector<PastMoment>& past, Timeline& out)
      : analysis_(analysis), view_(analysis.view), past_(past), out_(out) {}

  void run(const std::vector<Share>& composition) {
    put_past();
    number_turns();
    put_boundary();
    put_live(composition);
    put_turns();
    put_corrections();
    put_failures();
    put_bands();
    std::stable_sort(out_.events.begin(), out_.events.end(),
                     [](const Event& a, const Event& b) { return a.point < b.point; });
  }

 private:
  const transcript::Entry& entry(std::size_t at) const {
    return analysis_.conversation.entries[at];
  }

  void put_past() {
    for (const PastMoment& moment : past_) {
      if (moment.kind == PastKind::prompt) {
        ++turn_;
      } else if (moment.kind == PastKind::answer) {
        out_.points.push_back({turn_, moment.time, moment.tokens});
      } else {
        put_compaction(moment.time, moment.automatic, moment.tokens, moment.after);
      }
    }
    out_.first_live = out_.points.size();
  }

  void put_compaction(Milliseconds time, bool automatic, std::int64_t before, std::int64_t after) {
    Event event;
    event.turn = turn_;
    event.time = time;
    event.point = out_.points.size();
    event.automatic = automatic;
    event.before = before;
    event.after = after;
    out_.events.push_back(std::move(event));
  }

  /// Where the live window begins with a compaction.
  void put_boundary() {
    for (const transcript::Entry& one : analysis_.conversation.entries) {
      if (one.kind != EntryKind::boundary) continue;
      const transcript::Compaction facts = one.compaction.value_or(transcript::Compaction{});
      put_compaction(one.time, facts.automatic, facts.pre_tokens.value_or(0),
                     facts.post_tokens.value_or(0));
      began_ = one.time;
    }
  }

  /// The number of each live turn. What stands in front of the first prompt goes on with the turn
  /// that the compaction came into.
  void number_turns() {
    std::uint32_t number = turn_;
    for (const transcript::Turn& turn : view_.turns) {
      if (turn.opened) ++number;
      numbers_.push_back(number);
      out_.turn_of_entry.resize(turn.end, number);
    }
  }

  std::uint32_t turn_number(std::size_t at) const { return out_.turn_of_entry[at]; }

  void put_live(const std::vector<Share>& composition) {
    const window::Attribution& attribution = view_.attribution;
    if (analysis_.conversation.entries.empty()) return;
    out_.layers = layers_for(composition);
    const LayerFinder find(out_.layers);
    const std::vector<bool> noise = noise_of(analysis_);
    const auto shares = session::shares_by_entry(view_);
    std::vector<std::int64_t> sums(out_.layers.size(), 0);
    std::size_t next = 0;
    const auto take_until = [&](std::size_t end) {
      for (; next < shares.size() && shares[next].entry < end; ++next) {
        const EntryShare& share = shares[next];
        sums[noise[share.entry] ? find.noise() : find.of(share)] += share.tokens;
      }
    };
    for (const window::Report& report : attribution.reports) {
      take_until(report.entry);
      add_parts(sums, report.shrunk, report.reported, out_.parts);
      out_.points.push_back({turn_number(report.entry), entry(report.entry).time, report.reported});
      entries_.push_back(report.entry);
    }
    const std::size_t end = analysis_.conversation.entries.size();
    take_until(end);
    add_parts(sums, 1, attribution.total(), out_.parts);
    out_.points.push_back({turn_number(end - 1), entry(end - 1).time, attribution.total()});
    const std::size_t count = out_.layers.size();
    for (std::size_t i = 0; i < count; ++i) {
      out_.layers[i].now = out_.parts[out_.parts.size() - count + i];
    }
    drop_empty(out_);
  }

  void put_turns() {
    for (std::size_t i = 0; i < out_.points.size(); ++i) {
      if (out_.turns.empty() || out_.turns.back().number != out_.points[i].turn) {
        out_.turns.push_back({out_.points[i].turn, i, i, {}});
      }
      out_.turns.back().last = i;
    }
    auto place = out_.turns.begin();
    for (std::size_t t = 0; t < view_.turns.size(); ++t) {
      if (!view_.turns[t].opened) continue;
      while (place != out_.turns.end() && place->number < numbers_[t]) ++place;
      if (place == out_.turns.end()) return;
      if (place->number != numbers_[t]) continue;
      place->prompt = excerpt(session::typed_text(entry(view_.turns[t].prompt)), prompt_bytes);
    }
  }

  /// The point at which an entry is in the window for the first time.
  std::size_t point_of(std::size_t at) const {
    const auto place = std::upper_bound(entries_.begin(), entries_.end(), at);
    return out_.first_live + static_cast<std::size_t>(place - entries_.begin());
  }

  /// The same for a moment before the live window.
  std::size_t point_at(Milliseconds time) const {
    const auto end = out_.points.begin() + static_cast<std::ptrdiff_t>(out_.first_live);
    const auto place = std::lower_bound(
        out_.points.begin(), end, time,
        [](const Point& point, Milliseconds wanted) { return point.time < wanted; });
    return static_cast<std::size_t>(place - out_.points.begin());
  }

  void put_corrections() {
    for (const ledger::LedgerEntry& known : analysis_.ledger) {
      const bool holds = known.standing == ledger::Standing::confirmed;
      const std::size_t point = point_at(known.time);
      if (!holds || known.time == 0 || known.time >= began_ || point >= out_.first_live) continue;
      Event event;
      event.kind = EventKind::correction;
      event.point = point;
      event.turn = out_.points[point].turn;
      event.time = known.time;
      event.text = excerpt(known.wrong.value_or(""));
      event.right = excerpt(known.clarified.value_or(""));
      out_.events.push_back(std::move(event));
    }
    for (const Finding& finding : analysis_.findings.list) {
      if (finding.kind != findings::Kind::corrected || !finding.by) continue;
      Event event;
      event.kind = EventKind::correction;
      event.point = point_of(*finding.by);
      event.turn = turn_number(*finding.by);
      event.time = finding.time;
      event.text = excerpt(finding.quote);
      event.right = excerpt(finding.right);
      out_.events.push_back(std::move(event));
    }
  }

  void put_failures() {
    for (const session::Episode& episode : view_.episodes) {
      const transcript::ToolUse& first = view_.uses[episode.failures.front()];
      Event event;
      event.kind = EventKind::failure;
      event.point = point_of(first.result_entry.value_or(first.use_entry));
      event.turn = turn_number(first.use_entry);
      event.time = first.time;
      event.text = excerpt(shown_path(episode.target, view_.surroundings.folder));
      event.attempts = episode.failures.size();
      event.resolved = episode.outcome == session::Outcome::resolved;
      out_.events.push_back(std::move(event));
    }
  }

  void put_bands() {
    window::Band before = window::Band::verde;
    for (std::size_t i = 0; i < out_.points.size(); ++i) {
      const window::Band band = out_.band_of(out_.points[i]);
      if (band > before) {
        Event event;
        event.kind = EventKind::band;
        event.point = i;
        event.turn = out_.points[i].turn;
        event.time = out_.points[i].time;
        event.band = band;
        out_.events.push_back(std::move(event));
      }
      if (band != window::Band::unknown) before = band;
    }
  }

  const Analysis& analysis_;
  const session::SessionView& view_;
  const std::vector<PastMoment>& past_;
  Timeline& out_;
  std::uint32_t turn_ = 0;              // of the last prompt before the live window
  std::vector<std::uint32_t> numbers_;  // by live turn
  std::vector<std::size_t> entries_;    // of the live points but for the last
  Milliseconds began_ = 0;              // the live window, at a compaction
};

}  // namespace

std::int64_t Timeline::peak() const {
  std::int64_t most = 0;
  for (const Point& point : points) most = std::max(most, point.total);
  return most;
}

window::Band Timeline::band_of(const Point& point) const {
  return window::band_of(window::percent_of(point.total, max), limits);
}

Timeline timeline_of(const Analysis& analysis, const report::Health& health,
                     const std::vector<PastMoment>& past, const window::BandLimits& limits) {
  Timeline out;
  out.max = health.measured.max;
  out.limits = limits;
  out.compacts_at = health.measured.point.at.value_or(0);
  Builder(analysis, past, out).run(health.composition);
  return out;
}

std::vector<std::int64_t> noise_by_share(const Analysis& analysis, const report::Health& health) {
  std::map<std::pair<Part, std::string>, std::int64_t> sums;
  const std::vector<bool> noise = noise_of(analysis);
  for (const EntryShare& share : session::shares_by_entry(analysis.view)) {
    if (noise[share.entry]) sums[{share.part, visible(share.tool)}] += share.tokens;
  }
  std::vector<std::int64_t> out;
  for (const Share& share : health.composition) out.push_back(sums[{share.part, share.tool}]);
  return out;
}

}  // namespace context_rot::report
