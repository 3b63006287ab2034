#pragma once
// The window over the time of a session, as numbers: what a page or a terminal draws.

#include <cstdint>
#include <string>
#include <vector>

#include "findings/analysis.h"
#include "report/health.h"
#include "transcript/past.h"
#include "window/band.h"

namespace context_rot::report {

/// One kind of content; the layers of a point stand on each other in their order.
struct Layer {
  session::Part part = session::Part::overhead;
  std::string tool;      ///< tool_output: its name, without control characters; empty: the others
  bool noise = false;    ///< what is noise, of every part
  std::int64_t now = 0;  ///< tokens at the last point
};

/// The window at one answer of the model, or (the last point) as it is now.
struct Point {
  std::uint32_t turn = 0;  ///< from 1, over the whole session; 0: before the first prompt
  Milliseconds time = 0;   ///< 0 if unknown
  std::int64_t total = 0;  ///< tokens: as the API reported; of the last point Attribution::total()
};

/// A turn, numbered from 1, and the points that belong to it.
struct Turn {
  std::uint32_t number = 0;
  std::size_t first = 0;  ///< its points, both included
  std::size_t last = 0;
  std::string prompt;  ///< what it begins with; empty before the live window
};

enum class EventKind : std::uint8_t { compaction, correction, failure, band };

/// A failure stands where its first attempt failed.
struct Event {
  EventKind kind = EventKind::compaction;
  std::uint32_t turn = 0;
  Milliseconds time = 0;
  std::size_t point = 0;     ///< compaction: stands in front of this point; else at it
  std::string text;          ///< correction: what was wrong; failure: what was tried
  std::string right;         ///< correction: what holds
  std::size_t attempts = 0;  ///< failure: that failed
  bool resolved = false;     ///< failure: a later attempt succeeded
  bool automatic = false;    ///< compaction
  std::int64_t before = 0;   ///< compaction: tokens, 0 if unknown
  std::int64_t after = 0;    ///< compaction: likewise
  window::Band band = window::Band::unknown;  ///< band: the one entered from below
};

/// The whole drawing, in numbers. Owns everything.
struct Timeline {
  std::vector<Point> points;   ///< in order; empty for an empty session
  std::size_t first_live = 0;  ///< points before it: only the total is known
  std::vector<Layer> layers;   ///< from the bottom to the top; those with any tokens, and overhead
  /// Of the live points, layers.size() numbers each; they sum to the point's total.
  std::vector<std::int64_t> parts;
  std::vector<Turn> turns;                   ///< those with a point, in order
  std::vector<Event> events;                 ///< by point
  std::vector<std::uint32_t> turn_of_entry;  ///< by entry of the conversation
  std::int64_t max = 0;                      ///< tokens the window holds; 0 if unknown
  window::BandLimits limits;
  std::int64_t compacts_at = 0;  ///< tokens; 0 if unknown or not at all

  /// The tokens of a layer at a live point.
  std::int64_t part(std::size_t point, std::size_t layer) const {
    return parts[(point - first_live) * layers.size() + layer];
  }
  std::int64_t peak() const;
  window::Band band_of(const Point& point) const;
};

/// The timeline of an analysed session. `past` is what stands before its live window (past.h).
/// An entry weighs at each answer what it weighed then; what no entry explains is overhead. An
/// entry that is noise now is so from its beginning. Corrections before the live window
/// come from the ledger; failures there are not known. Pure; linear.
Timeline timeline_of(const findings::Analysis& analysis, const report::Health& health,
                     const std::vector<transcript::PastMoment>& past,
                     const window::BandLimits& limits);

/// Of each share of `health.composition`, how many of its tokens are noise; they sum to
/// Findings::noise. Linear.
std::vector<std::int64_t> noise_by_share(const findings::Analysis& analysis,
                                         const report::Health& health);

}  // namespace context_rot::report
