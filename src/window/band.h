#pragma once
// How full the window is: percent, band, and the action a band asks for.

#include <cstdint>
#include <optional>
#include <string_view>

#include "config/config.h"

namespace context_rot::window {

enum class Band : std::uint8_t { unknown, verde, amarillo, rojo, critico };

/// Percent at which each band opens.
struct BandLimits {
  int yellow = 60;
  int red = 75;
  int critical = 90;

  /// Whether they are strictly rising and each is from 0 to 100.
  bool valid() const { return yellow >= 0 && yellow < red && red < critical && critical <= 100; }
  bool operator==(const BandLimits&) const = default;
};

/// Percent at which the plain status turns to warn and to critical.
struct StatusLimits {
  int warn = 70;
  int critical = 85;

  /// Whether they rise, within 0 to 100 percent.
  bool valid() const { return warn >= 0 && warn < critical && critical <= 100; }
  bool operator==(const StatusLimits&) const = default;
};

/// The limits that a configuration sets, in percent.
BandLimits band_limits(const config::Config& config);
StatusLimits status_limits(const config::Config& config);

/// floor(used * 100 / max). Nothing where max is 0 or either is negative, and nothing where
/// used is above max: a ratio that cannot be is not clamped.
std::optional<int> percent_of(std::int64_t used, std::int64_t max);

/// The band of a percentage from 0 to 100; unknown without one.
Band band_of(std::optional<int> percent, const BandLimits& limits);

/// "verde", "amarillo", "rojo", "critico", "unknown": the names of the contract, for scripts and
/// JSON. People read shown_name().
std::string_view name_of(Band band);

/// "green", "amber", "red", "critical", or the language's words for them; "unknown".
std::string_view shown_name(Band band, config::Language language);

/// "continue", "plan-cut", "compact", "clear", "continue-with-caution".
std::string_view action_of(Band band);

/// "ok", "warn", "critical", "unknown".
std::string_view status_of(std::optional<int> percent, const StatusLimits& limits);

}  // namespace context_rot::window
