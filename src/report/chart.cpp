#include "report/chart.h"

#include <algorithm>
#include <array>

#include "report/scale.h"
#include "report/words.h"
#include "util/html_text.h"
#include "util/number.h"

namespace context_rot::report {

using session::Part;

namespace {

constexpr std::size_t most_columns = 1000;
constexpr std::int64_t plot_height = 300;  // pixels
constexpr std::int64_t fine = 10;          // parts of a pixel in paths
constexpr std::int64_t lanes_top = 330;
constexpr std::int64_t lane_height = 36;
constexpr std::int64_t height = lanes_top + 3 * lane_height;
constexpr std::int64_t label_gap = 15;

std::string number(std::int64_t value) {
  return std::to_string(value);
}

/// A place on the time axis as "12.34%".
std::string percent(std::int64_t place) {
  const std::int64_t hundredths = place * 10000 / axis_width;
  const std::int64_t rest = hundredths % 100;
  return number(hundredths / 100) + (rest < 10 ? ".0" : ".") + number(rest) + "%";
}

std::string text(std::string_view css, const std::string& x, std::int64_t y,
                 std::string_view content, std::string_view more = "") {
  return "<text class=\"" + std::string(css) + "\" x=\"" + x + "\" y=\"" + number(y) + "\"" +
         std::string(more) + ">" + html_text(content) + "</text>";
}

std::string line(std::string_view css, const std::string& x1, std::int64_t y1,
                 const std::string& x2, std::int64_t y2, std::string_view content = "") {
  return "<line class=\"" + std::string(css) + "\" x1=\"" + x1 + "\" y1=\"" + number(y1) +
         "\" x2=\"" + x2 + "\" y2=\"" + number(y2) + "\">" + std::string(content) + "</line>";
}

std::string title(std::string_view content) {
  return "<title>" + html_text(content) + "</title>";
}

/// The work of one drawing.
class Chart {
 public:
  Chart(const Timeline& timeline, config::Language language)
      : timeline_(timeline),
        words_(language),
        axis_(axis_of(timeline.peak(), timeline.max)),
        columns_(columns_of(timeline, most_columns)) {}

  std::string ticks() const {
    std::string out =
        "<svg class=\"ticks\" height=\"" + number(height) + "\" aria-hidden=\"true\">";
    out += text("tick end", "100%", plot_height, "0");
    for (const std::int64_t tick : axis_.ticks) {
      out += text("tick end", "100%", std::max<std::int64_t>(y(tick) + 4, 10), short_count(tick));
    }
    return out + "</svg>";
  }

  std::string canvas() const {
    std::string out = "<svg class=\"canvas\" height=\"" + number(height) +
                      "\" role=\"img\" aria-labelledby=\"chart-title\" "
                      "aria-describedby=\"chart-desc\"><title id=\"chart-title\">" +
                      html_text(words_(Text::page_window_over_time)) +
                      "</title><desc id=\"chart-desc\">" +
                      html_text(words_(Text::page_chart_desc)) + "</desc>";
    out += areas() + grid() + compactions() + bands() + turns();
    out += lane(0, EventKind::correction, words_(Text::page_corrections),
                words_(Text::page_no_corrections));
    out += lane(1, EventKind::failure, words_(Text::page_failures), words_(Text::page_no_failures));
    out += lane(2, EventKind::band, words_(Text::page_bands),
                timeline_.max > 0 ? words_(Text::page_no_bands) : words_(Text::page_bands_unknown));
    return out + line("cursor", "100%", 0, "100%", height) + "</svg>";
  }

  /// Each layer's name at the height of its end, moved apart where they would overlap.
  std::string labels() const {
    struct Label {
      std::size_t layer;
      std::int64_t top, bottom, at;
    };
    std::vector<Label> list;
    std::int64_t below = 0;
    for (std::size_t i = 0; i < timeline_.layers.size(); ++i) {
      const std::int64_t now = timeline_.layers[i].now;
      const Label label{i, y(below + now), y(below), (y(below) + y(below + now)) / 2};
      below += now;
      if (now > 0) list.push_back(label);
    }
    std::int64_t lowest = plot_height - 4;
    for (Label& label : list) {
      label.at = std::min(label.at, lowest);
      lowest = label.at - label_gap;
    }
    std::int64_t highest = 8;
    for (auto label = list.rbegin(); label != list.rend(); ++label) {
      label->at = std::max(label->at, highest);
      highest = label->at + label_gap;
    }
    std::string out =
        "<svg class=\"labels\" height=\"" + number(height) + "\" aria-hidden=\"true\">";
    for (const Label& label : list) {
      const Layer& layer = timeline_.layers[label.layer];
      out += "<g>" + title(name_of(layer, words_));
      out += "<rect class=\"" + class_of(timeline_.layers, label.layer) +
             "\" x=\"3\" width=\"5\" y=\"" + number(label.top) + "\" height=\"" +
             number(std::max<std::int64_t>(label.bottom - label.top, 1)) + "\"></rect>";
      out += line("leader", "8", (label.top + label.bottom) / 2, "17", label.at);
      out += "<text class=\"label\" x=\"20\" y=\"" + number(label.at + 4) + "\">" +
             html_text(label_of(layer, words_)) + " <tspan class=\"value\">" +
             html_text(short_count(layer.now)) + "</tspan></text></g>";
    }
    return out + "</svg>";
  }

 private:
  /// Tokens as a part of a height. In fractions: a transcript may report any number.
  std::int64_t part_of(std::int64_t tokens, std::int64_t whole) const {
    return static_cast<std::int64_t>(static_cast<double>(tokens) / static_cast<double>(axis_.top) *
                                     static_cast<double>(whole));
  }

  /// The height of a number of tokens in pixels from the top.
  std::int64_t y(std::int64_t tokens) const { return plot_height - part_of(tokens, plot_height); }

  std::int64_t middle_of(std::size_t point) const {
    return (place_of(timeline_, point) + place_of(timeline_, point + 1)) / 2;
  }

  /// An area from the bottom to what `tokens` says of each column's point; `live` or earlier ones.
  template <typename Tokens>
  std::string area(bool live, const Tokens& tokens) const {
    std::string path;
    std::int64_t before = -1;
    std::int32_t end = 0;
    for (const Column& column : columns_) {
      if ((column.point >= timeline_.first_live) != live) continue;
      const std::int64_t at =
          plot_height * fine - part_of(tokens(column.point), plot_height * fine);
      if (before < 0) {
        path = "M" + number(column.from) + " " + number(plot_height * fine) + "V" + number(at);
      } else if (at != before) {
        path += "H" + number(column.from) + "V" + number(at);
      }
      before = at;
      end = column.to;
    }
    if (before < 0) return {};
    return path + "H" + number(end) + "V" + number(plot_height * fine) + "Z";
  }

  std::string scaled(const std::string& shapes) const {
    return "<svg width=\"100%\" height=\"" + number(plot_height) + "\" viewBox=\"0 0 " +
           number(axis_width) + " " + number(plot_height * fine) +
           "\" preserveAspectRatio=\"none\">" + shapes + "</svg>";
  }

  /// From the top layer down: each covers what stands above it down to the bottom.
  std::string areas() const {
    const std::size_t count = timeline_.layers.size();
    std::string noise;
    std::string rest;
    for (std::size_t layer = count; layer-- > 0;) {
      const std::string path = area(true, [&](std::size_t point) {
        std::int64_t sum = 0;
        for (std::size_t i = 0; i <= layer; ++i) sum += timeline_.part(point, i);
        return sum;
      });
      if (path.empty()) continue;
      if (timeline_.layers[layer].noise) {
        noise = path;
        continue;
      }
      rest += "<path class=\"area " + class_of(timeline_.layers, layer) + "\" d=\"" + path +
              "\"></path>";
    }
    const std::string past =
        area(false, [&](std::size_t point) { return timeline_.points[point].total; });
    if (!past.empty()) rest += "<path class=\"area l-past\" d=\"" + past + "\"></path>";
    std::string out =
        "<defs><pattern id=\"hatch\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\">"
        "<rect class=\"hatch-base\" width=\"6\" height=\"6\"></rect>"
        "<path class=\"hatch-line\" d=\"M-1 1L1 -1M0 6L6 0M5 7L7 5\"></path></pattern>"
        "<path id=\"m-correction\" d=\"M0 -5L5 0L0 5L-5 0Z\"></path>"
        "<path id=\"m-failure\" d=\"M-4 -4L4 4M-4 4L4 -4\"></path>"
        "<path id=\"m-band\" d=\"M0 -5L5 4L-5 4Z\"></path>";
    if (!noise.empty()) {
      // The path in parts of the rectangle that it clips: stretched with it, unlike the hatching.
      out += "<clipPath id=\"noise\" clipPathUnits=\"objectBoundingBox\"><path transform=\"scale(" +
             share_of(axis_width) + " " + share_of(plot_height * fine) + ")\" d=\"" + noise +
             "\"></path></clipPath>";
    }
    out += "</defs>";
    if (!noise.empty()) {
      out += "<rect class=\"l-noise\" width=\"100%\" height=\"" + number(plot_height) +
             "\" clip-path=\"url(#noise)\"></rect>";
    }
    return out + scaled(rest);
  }

  /// 1/whole in decimals, whatever the locale.
  static std::string share_of(std::int64_t whole) {
    const std::string digits = number(1'000'000'000 / whole);
    return "0." + std::string(9 - digits.size(), '0') + digits;
  }

  std::string grid() const {
    std::string out;
    for (const std::int64_t tick : axis_.ticks) out += line("grid", "0", y(tick), "100%", y(tick));
    return out + line("base", "0", plot_height, "100%", plot_height);
  }

  std::string bands() const {
    if (timeline_.max <= 0) return {};
    const std::array<std::pair<int, window::Band>, 3> opens{{
        {timeline_.limits.yellow, window::Band::amarillo},
        {timeline_.limits.red, window::Band::rojo},
        {timeline_.limits.critical, window::Band::critico},
    }};
    std::string out;
    std::vector<std::int64_t> taken;
    const auto put = [&](std::int64_t tokens, std::string_view css, const std::string& name) {
      if (tokens <= 0 || tokens > axis_.top) return;
      const std::int64_t at = y(tokens);
      out += line(css, "0", at, "100%", at);
      const bool free = std::all_of(taken.begin(), taken.end(),
                                    [&](std::int64_t other) { return std::abs(other - at) >= 12; });
      if (free) out += text("halo", "6", at - 4, name);
      taken.push_back(at);
    };
    for (const auto& [open, band] : opens) {
      put(timeline_.max * open / 100, "band",
          std::string(window::shown_name(band, words_.language())) + " " + std::to_string(open) +
              " %");
    }
    put(timeline_.compacts_at, "compacts",
        std::string(words_(Text::page_compacts_at)) + " " + short_count(timeline_.compacts_at));
    return out;
  }

  std::string compactions() const {
    std::string out;
    std::string names;  // above all lines
    std::int64_t free = 0;
    for (const Event& event : timeline_.events) {
      if (event.kind != EventKind::compaction) continue;
      const std::int64_t place = place_of(timeline_, event.point);
      const std::string says = event_text(event, words_);
      out += line("compaction", percent(place), 0, percent(place), plot_height, title(says));
      constexpr std::int64_t label = axis_width / 7;
      if (place < free || event.before <= 0) continue;
      const bool left = place > axis_width - label;
      std::string numbers = short_count(event.before);
      if (event.after > 0) numbers += " → " + short_count(event.after);
      names += text(left ? "halo tokens end" : "halo tokens", percent(place), 11, numbers,
                    left ? " dx=\"-5\"" : " dx=\"5\"");
      free = place + label;
    }
    out += names;
    const std::int64_t live = place_of(timeline_, timeline_.first_live);
    if (live > axis_width / 6) {
      out += text("halo middle", percent(live / 2), plot_height - 8, words_(Text::page_total_only));
    }
    return out;
  }

  std::string turns() const {
    std::string out;
    std::int64_t free = 0;
    bool first = true;
    for (const std::size_t tick : turn_ticks(timeline_, 8)) {
      const Turn& turn = timeline_.turns[tick];
      const std::int64_t place = place_of(timeline_, turn.first);
      if (place < free || place > axis_width * 96 / 100) continue;
      out += line("mark", percent(place), plot_height, percent(place), plot_height + 4);
      const std::string name = number(turn.number);
      out += text("tick", percent(place), plot_height + 16,
                  first ? std::string(words_(Text::page_turn)) + " " + name : name);
      free = place + (first ? axis_width / 6 : axis_width / 9);
      first = false;
    }
    return out;
  }

  std::string lane(std::int64_t index, EventKind kind, std::string_view name,
                   std::string_view none) const {
    static constexpr std::array<std::string_view, 4> ids{"", "m-correction", "m-failure", "m-band"};
    constexpr std::int64_t apart = axis_width / 500;
    const std::int64_t top = lanes_top + index * lane_height;
    const std::int64_t at = top + 25;
    const std::string_view id = ids[static_cast<std::size_t>(kind)];
    std::string marks;
    std::int64_t count = 0;
    std::int64_t free = 0;
    const auto mark = [&](std::size_t point, const Event& event) {
      const std::int64_t place = middle_of(point);
      if (place < free) return;
      free = place + apart;
      marks += "<use class=\"" + std::string(id) + "\" href=\"#" + std::string(id) + "\" x=\"" +
               percent(place) + "\" y=\"" + number(at) + "\">" +
               title(std::string(words_(Text::page_turn)) + " " + number(event.turn) + ": " +
                     event_text(event, words_)) +
               "</use>";
    };
    for (const Event& event : timeline_.events) {
      if (event.kind != kind) continue;
      ++count;
      mark(event.point, event);
    }
    std::string label(count == 0 ? none : name);
    if (count > 0) label += " " + number(count);
    std::string out = line("lane", "0", at, "100%", at) + text("tick", "0", top + 10, label);
    if (kind == EventKind::failure && timeline_.first_live > 0) {
      const std::int64_t live = place_of(timeline_, timeline_.first_live);
      out +=
          line("unknown", "0", at, percent(live), at, title(words_(Text::page_before_not_known)));
    }
    return out + marks;
  }

  const Timeline& timeline_;
  Words words_;
  Axis axis_;
  std::vector<Column> columns_;
};

}  // namespace

std::string class_of(const std::vector<Layer>& layers, std::size_t layer) {
  if (layers[layer].noise) return "l-noise";
  if (layers[layer].part != Part::tool_output) {
    return "l-" + std::string(name_of(layers[layer].part));
  }
  if (layers[layer].tool.empty()) return "l-tools";
  std::size_t place = 0;
  for (std::size_t i = 0; i < layer; ++i) place += layers[i].part == Part::tool_output ? 1 : 0;
  return "l-tool" + std::to_string(place);
}

std::string chart_svg(const Timeline& timeline, config::Language language) {
  const Chart chart(timeline, language);
  return chart.ticks() + chart.canvas() + chart.labels();
}

}  // namespace context_rot::report
