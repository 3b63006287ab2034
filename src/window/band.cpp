#include "window/band.h"

#include "texts/texts.h"

namespace context_rot::window {

BandLimits band_limits(const config::Config& config) {
  return {config.band_yellow, config.band_red, config.band_critical};
}

StatusLimits status_limits(const config::Config& config) {
  return {config.status_warn, config.status_critical};
}

std::optional<int> percent_of(std::int64_t used, std::int64_t max) {
  if (used < 0 || max <= 0 || used > max) return std::nullopt;
  return static_cast<int>(used * 100 / max);
}

Band band_of(std::optional<int> percent, const BandLimits& limits) {
  if (!percent) return Band::unknown;
  if (*percent >= limits.critical) return Band::critico;
  if (*percent >= limits.red) return Band::rojo;
  if (*percent >= limits.yellow) return Band::amarillo;
  return Band::verde;
}

std::string_view name_of(Band band) {
  switch (band) {
    case Band::verde:
      return "verde";
    case Band::amarillo:
      return "amarillo";
    case Band::rojo:
      return "rojo";
    case Band::critico:
      return "critico";
    case Band::unknown:
      break;
  }
  return "unknown";
}

std::string_view shown_name(Band band, config::Language language) {
  using texts::Text;
  switch (band) {
    case Band::verde:
      return texts::raw(Text::band_green, language);
    case Band::amarillo:
      return texts::raw(Text::band_amber, language);
    case Band::rojo:
      return texts::raw(Text::band_red, language);
    case Band::critico:
      return texts::raw(Text::band_critical, language);
    case Band::unknown:
      break;
  }
  return texts::raw(Text::band_unknown, language);
}

std::string_view action_of(Band band) {
  switch (band) {
    case Band::verde:
      return "continue";
    case Band::amarillo:
      return "plan-cut";
    case Band::rojo:
      return "compact";
    case Band::critico:
      return "clear";
    case Band::unknown:
      break;
  }
  return "continue-with-caution";
}

std::string_view status_of(std::optional<int> percent, const StatusLimits& limits) {
  if (!percent) return "unknown";
  if (*percent >= limits.critical) return "critical";
  if (*percent >= limits.warn) return "warn";
  return "ok";
}

}  // namespace context_rot::window
