#include "window/crossing.h"

namespace context_rot::window {

std::optional<Crossing> band_crossing(const transcript::Conversation& conversation,
                                      const std::optional<client::Snapshot>& snapshot,
                                      const WindowSaid& said, const BandLimits& limits) {
  const std::int64_t highest = highest_use(conversation);
  const Reading now = read_meter(context_use(conversation), highest, snapshot, said);
  const auto percent = now.percent();
  const Band band = band_of(percent, limits);
  if (band == Band::unknown || band == Band::verde) return std::nullopt;

  if (const auto previous = use_at_previous_prompt(conversation)) {
    Reading before = read_meter(*previous, highest, std::nullopt, said);
    if (before.model.empty() || before.model == now.model) before.max = now.max;
    if (band_of(before.percent(), limits) >= band) return std::nullopt;
  }
  return Crossing{now, *percent, band};
}

bool knows_crossing(const transcript::Conversation& conversation) {
  return use_at_previous_prompt(conversation).has_value() && knows_use(conversation);
}

}  // namespace context_rot::window
