#include "window/status_text.h"

#include "texts/texts.h"
#include "util/number.h"

namespace context_rot::window {

using config::Language;
using texts::Text;

namespace {

constexpr int cells = 10;

std::string bar(int percent) {
  std::string text;
  // Rounded, so that the bar is not empty at 9 %.
  const int full = (percent * cells + 50) / 100;
  for (int cell = 0; cell < cells; ++cell) text += cell < full ? "▓" : "░";
  return text;
}

std::string_view colour_of(Band band) {
  switch (band) {
    case Band::verde:
      return "\x1b[32m";
    case Band::amarillo:
      return "\x1b[33m";
    case Band::rojo:
      return "\x1b[31m";
    case Band::critico:
      return "\x1b[1;31m";
    case Band::unknown:
      break;
  }
  return "";
}

}  // namespace

std::string status_text(const Reading& reading, const CompactionPoint& point,
                        const BandLimits& limits, Language language, bool colour) {
  const texts::Texts say(language);
  const std::string empty = bar(0) + " –  ";
  if (!reading.used) {
    const bool unreported = reading.used_from == UsedFrom::unreported;
    return empty + say(unreported ? Text::status_unreported : Text::status_waiting);
  }
  const std::string used = short_count(*reading.used);
  if (!reading.max) {
    return empty + say(Text::status_used_alone, {{"used", used}}) + " · " +
           say(Text::status_unknown_window);
  }
  const std::string max = short_count(*reading.max);
  if (reading.contradiction()) {
    return empty + say(Text::status_contradiction, {{"used", used}, {"window", max}});
  }
  const int percent = *reading.percent();
  const Band band = band_of(percent, limits);
  std::string text = colour ? std::string(colour_of(band)) : std::string();
  text += bar(percent);
  text += reading.estimate ? " ~" : " ";
  text += std::to_string(percent);
  text += " % ";
  text += shown_name(band, language);
  if (colour) text += "\x1b[0m";
  if (reading.estimate) return text + " · " + say(Text::status_just_compacted);
  text += " · " + say(Text::status_used, {{"used", used}, {"window", max}});
  if (point.at) text += " · " + say(Text::status_compacts_at, {{"at", short_count(*point.at)}});
  return text;
}

}  // namespace context_rot::window
