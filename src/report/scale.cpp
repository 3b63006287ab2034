#include "report/scale.h"
#include "util/invariant.h"

#include <algorithm>

namespace context_rot::report {

namespace {

/// 1, 2, 2.5 or 5 times a power of ten, the first that is at least `value`.
std::int64_t round_up(std::int64_t value) {
  for (std::int64_t unit = 1;; unit *= 10) {
    if (unit >= value) return unit;
    if (2 * unit >= value) return 2 * unit;
    if (unit >= 10 && unit / 2 * 5 >= value) return unit / 2 * 5;
    if (5 * unit >= value) return 5 * unit;
  }
}

/// Columns for the points [begin, end), at most `most`.
void add_columns(const Timeline& timeline, std::size_t begin, std::size_t end, std::size_t most,
                 std::vector<Column>& out) {
  const auto& points = timeline.points;
  if (end - begin <= most) {
    for (std::size_t i = begin; i < end; ++i) {
      out.push_back({i, place_of(timeline, i), place_of(timeline, i + 1)});
    }
    return;
  }
  const std::size_t stretches = std::max<std::size_t>(most / 2, 1);
  for (std::size_t k = 0; k < stretches; ++k) {
    const std::size_t first = begin + k * (end - begin) / stretches;
    const std::size_t behind = begin + (k + 1) * (end - begin) / stretches;
    std::size_t low = first;
    std::size_t high = first;
    for (std::size_t i = first; i < behind; ++i) {
      if (points[i].total < points[low].total) low = i;
      if (points[i].total >= points[high].total) high = i;
    }
    const std::int32_t from = place_of(timeline, first);
    const std::int32_t to = place_of(timeline, behind);
    const std::int32_t middle = from + (to - from) / 2;
    out.push_back({std::min(low, high), from, middle});
    out.push_back({std::max(low, high), middle, to});
  }
}

}  // namespace

std::int32_t place_of(const Timeline& timeline, std::size_t point) {
  CONTEXT_ROT_INVARIANT(point <= timeline.points.size());
  const std::size_t count = std::max<std::size_t>(timeline.points.size(), 1);
  const std::size_t live = timeline.first_live;
  if (2 * live <= count || live == count) {
    return static_cast<std::int32_t>(point * axis_width / count);
  }
  constexpr std::size_t half = axis_width / 2;
  if (point <= live) return static_cast<std::int32_t>(point * half / live);
  return static_cast<std::int32_t>(half + (point - live) * half / (count - live));
}

std::vector<Column> columns_of(const Timeline& timeline, std::size_t most) {
  CONTEXT_ROT_INVARIANT(most >= 2);
  std::vector<Column> out;
  const std::size_t live = timeline.first_live;
  const std::size_t all = timeline.points.size();
  const auto live_place = static_cast<std::size_t>(place_of(timeline, live));
  const std::size_t early = most * live_place / axis_width;
  add_columns(timeline, 0, live, early, out);
  add_columns(timeline, live, all, most - early, out);
  // What the window holds now is what the labels beside it speak of.
  if (!out.empty()) out.back().point = all - 1;
  return out;
}

Axis axis_of(std::int64_t peak, std::int64_t max) {
  Axis out;
  const bool whole = max > 0 && peak <= max && peak * 2 >= max;
  // In quarters that are round numbers too.
  const std::int64_t unit = 4 * round_up(std::max<std::int64_t>(peak / 40, 1));
  out.top = whole ? max : (peak + peak / 24) / unit * unit + unit;
  const std::int64_t step = round_up(std::max<std::int64_t>(out.top / 5, 1));
  for (std::int64_t tick = step; tick <= out.top; tick += step) out.ticks.push_back(tick);
  return out;
}

std::vector<std::size_t> turn_ticks(const Timeline& timeline, std::size_t wanted) {
  std::vector<std::size_t> out;
  if (timeline.turns.empty()) return out;
  const std::int64_t span = timeline.turns.back().number;
  const std::int64_t step = round_up(
      std::max<std::int64_t>((span + static_cast<std::int64_t>(wanted) - 1) /
                                 static_cast<std::int64_t>(std::max<std::size_t>(wanted, 1)),
                             1));
  for (std::size_t i = 0; i < timeline.turns.size(); ++i) {
    const std::int64_t number = timeline.turns[i].number;
    if (number == 1 || (number > 0 && number % step == 0)) out.push_back(i);
  }
  return out;
}

std::vector<TurnGroup> groups_of(const Timeline& timeline, std::size_t most) {
  std::vector<TurnGroup> out;
  const std::size_t count = timeline.turns.size();
  const std::size_t size = std::max<std::size_t>((count + most - 1) / most, 1);
  for (std::size_t i = 0; i < count; i += size) out.push_back({i, std::min(i + size, count) - 1});
  return out;
}

}  // namespace context_rot::report
