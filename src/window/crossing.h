#pragma once
// Whether the window has entered a higher band since the prompt before.

#include <optional>

#include "window/reading.h"

namespace context_rot::window {

/// A band that was entered, and the reading by which.
struct Crossing {
  Reading reading;  ///< the window now
  int percent = 0;
  Band band = Band::unknown;
};

/// The crossing into a higher band since the previous prompt; nothing where the band is the
/// same, lower or unknown. Worked out from the transcript alone, so that no state is kept:
/// both moments are measured with the window of their model. A session whose earlier part
/// was not read counts as coming from the lowest band: a notice too many is better than none.
std::optional<Crossing> band_crossing(const transcript::Conversation& conversation,
                                      const std::optional<client::Snapshot>& snapshot,
                                      const WindowSaid& said, const BandLimits& limits);

/// Whether a conversation read from its end reaches back far enough for band_crossing().
bool knows_crossing(const transcript::Conversation& conversation);

}  // namespace context_rot::window
