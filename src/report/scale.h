#pragma once
// From a timeline to the columns, ticks and groups that fit on a drawing.

#include <cstdint>
#include <vector>

#include "report/timeline.h"

namespace context_rot::report {

/// A point as it is drawn: from one place of the time axis to another, in 1/axis_width of it.
struct Column {
  std::size_t point = 0;
  std::int32_t from = 0;
  std::int32_t to = 0;
};
constexpr std::int32_t axis_width = 4000;

/// Every point, where there are at most `most` (from 2) of them; else of each stretch of points
/// its lowest and its highest, in their order: what is drawn is as it was, and no peak is lost.
/// Linear.
std::vector<Column> columns_of(const Timeline& timeline, std::size_t most);

/// Where the beginning of a point is, in 1/axis_width of the time axis: every answer takes the same
/// room, but the live window gets half of the axis at least, since it is what can still be changed.
/// Points from 0 to their number, both included.
std::int32_t place_of(const Timeline& timeline, std::size_t point);

/// The axis of tokens.
struct Axis {
  std::int64_t top = 1;
  std::vector<std::int64_t> ticks;  ///< round numbers, rising, without 0
};

/// Up to the whole window where at least half of it was full; else, and where its size is not
/// known (max 0), just above `peak`.
Axis axis_of(std::int64_t peak, std::int64_t max);

/// Turns to label, as indices into Timeline::turns: round numbers, about `wanted` of them.
std::vector<std::size_t> turn_ticks(const Timeline& timeline, std::size_t wanted);

/// Turns that stand in one row: indices into Timeline::turns, both included.
struct TurnGroup {
  std::size_t first = 0;
  std::size_t last = 0;
};

/// The turns in at most `most` groups of one size.
std::vector<TurnGroup> groups_of(const Timeline& timeline, std::size_t most);

}  // namespace context_rot::report
