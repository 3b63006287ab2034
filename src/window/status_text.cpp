#include "window/status_text.h"

#include "util/number.h"

namespace context_rot::window {

using config::Language;

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

using config::InBoth;

namespace words {

constexpr InBoth waiting("waiting for the first answer", "esperando la primera respuesta");
constexpr InBoth unreported("the provider reports no usage", "el proveedor no informa del uso");
constexpr InBoth of(" of ", " de ");
constexpr InBoth tokens(" tokens", " tokens");
constexpr InBoth compacts_at("compacts at ", "compacta a los ");
constexpr InBoth just_compacted("just compacted, estimate", "recién compactado, estimación");
constexpr InBoth contradiction("contradiction: ", "contradicción: ");
constexpr InBoth unknown_window("window unknown", "ventana desconocida");

}  // namespace words

}  // namespace

std::string status_text(const Reading& reading, const CompactionPoint& point,
                        const BandLimits& limits, Language language, bool colour) {
  const auto say = [language](const InBoth& text) { return text.in(language); };
  const auto join = [](std::initializer_list<std::string_view> parts) {
    std::string text;
    for (const std::string_view part : parts) text += part;
    return text;
  };
  if (!reading.used) {
    const bool unreported = reading.used_from == UsedFrom::unreported;
    return join({bar(0), " –  ", say(unreported ? words::unreported : words::waiting)});
  }
  const std::string used = short_count(*reading.used);
  if (!reading.max)
    return join({bar(0), " –  ", used, say(words::tokens), " · ", say(words::unknown_window)});
  const std::string max = short_count(*reading.max);
  if (reading.contradiction())
    return join({bar(0), " –  ", say(words::contradiction), used, say(words::of), max});

  const int percent = *reading.percent();
  const Band band = band_of(percent, limits);
  std::string text =
      join({colour ? colour_of(band) : "", bar(percent), " ", reading.estimate ? "~" : "",
            std::to_string(percent), " % ", name_of(band), colour ? "\x1b[0m" : ""});
  if (reading.estimate) return join({text, " · ", say(words::just_compacted)});
  text = join({text, " · ", used, say(words::of), max});
  if (point.at) text = join({text, " · ", say(words::compacts_at), short_count(*point.at)});
  return text;
}

}  // namespace context_rot::window
