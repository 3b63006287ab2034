#include "report/timeline_text.h"

#include <algorithm>
#include <array>

#include "report/scale.h"
#include "report/words.h"
#include "util/columns.h"
#include "util/number.h"
#include "util/plain_text.h"
#include "util/utf8.h"

namespace context_rot::report {

namespace {

constexpr std::int64_t rows = 12;
constexpr std::size_t label_width = 7;  // "100 %  "
constexpr std::size_t band_width = 9;   // " amarillo"
constexpr std::size_t most_shown_events = 12;

/// The point that a column of the terminal shows: the fullest of its stretch.
struct Cell {
  std::size_t point = 0;
  std::int64_t total = 0;    // in eighths of a row
  std::int64_t helping = 0;  // of it, what is no noise
};

/// The column of the terminal that a point begins in.
std::size_t column_of(const Timeline& timeline, std::size_t point, std::size_t width) {
  return static_cast<std::size_t>(place_of(timeline, point)) * width / axis_width;
}

std::vector<Cell> cells_of(const Timeline& timeline, std::size_t width, std::int64_t top) {
  const auto eighths = [&](std::int64_t tokens) { return (tokens * rows * 8 + top / 2) / top; };
  std::vector<Cell> out(width);
  std::vector<std::int64_t> highest(width, -1);
  for (std::size_t i = 0; i < timeline.points.size(); ++i) {
    const std::size_t first = column_of(timeline, i, width);
    const std::size_t end = std::max(first + 1, column_of(timeline, i + 1, width));
    const std::int64_t total = timeline.points[i].total;
    std::int64_t noise = 0;
    if (i >= timeline.first_live && timeline.layers.back().noise) {
      noise = timeline.part(i, timeline.layers.size() - 1);
    }
    for (std::size_t c = first; c < std::min(end, width); ++c) {
      if (total < highest[c]) continue;
      highest[c] = total;
      out[c] = {i, eighths(total), eighths(total - noise)};
    }
  }
  return out;
}

std::string_view glyph(const Cell& cell, std::int64_t row, bool live) {
  static constexpr std::array<std::string_view, 9> blocks{"",  "▁", "▂", "▃", "▄",
                                                          "▅", "▆", "▇", "█"};
  const std::int64_t filled = std::clamp<std::int64_t>(cell.total - 8 * row, 0, 8);
  if (filled == 0) return "";
  if (!live) return filled >= 4 ? "▒" : "";
  if (cell.helping - 8 * row < 4 && cell.helping < cell.total) return filled >= 4 ? "░" : "";
  return blocks[static_cast<std::size_t>(filled)];
}

/// The band that opens within a row of the axis, if any.
window::Band band_in(const Timeline& timeline, std::int64_t row, std::int64_t top) {
  if (timeline.max <= 0) return window::Band::unknown;
  const std::array<std::pair<int, window::Band>, 3> opens{{
      {timeline.limits.critical, window::Band::critico},
      {timeline.limits.red, window::Band::rojo},
      {timeline.limits.yellow, window::Band::amarillo},
  }};
  for (const auto& [percent, band] : opens) {
    const std::int64_t at = timeline.max * percent / 100;
    if (at * rows / top == row) return band;
  }
  return window::Band::unknown;
}

std::string chart(const Timeline& timeline, config::Language language, std::size_t width) {
  const std::int64_t top = axis_of(timeline.peak(), timeline.max).top;
  const auto cells = cells_of(timeline, width, top);
  std::string out;
  for (std::int64_t row = rows; row-- > 0;) {
    const window::Band band = band_in(timeline, row, top);
    std::string label;
    if (band != window::Band::unknown) {
      label = std::to_string(band == window::Band::critico ? timeline.limits.critical
                             : band == window::Band::rojo  ? timeline.limits.red
                                                           : timeline.limits.yellow) +
              " %";
    } else if (row % 3 == 2) {
      label = short_count(top * (row + 1) / rows);
    }
    out += right_aligned(label, label_width - 1) + " ";
    std::string line;
    std::string blank;
    for (const Cell& cell : cells) {
      const std::string_view shown = glyph(cell, row, cell.point >= timeline.first_live);
      if (shown.empty()) {
        blank += band != window::Band::unknown ? "╌" : " ";
        continue;
      }
      line += blank;
      line += shown;
      blank.clear();
    }
    out += line;
    if (band != window::Band::unknown)
      out += blank + " " + std::string(window::shown_name(band, language));
    out += "\n";
  }
  return out;
}

/// Letters at the columns of the events of one kind; empty without any.
std::string letters(const Timeline& timeline, EventKind kind, char letter, std::size_t width) {
  std::string line(width, ' ');
  bool any = false;
  for (const Event& event : timeline.events) {
    if (event.kind != kind) continue;
    const std::size_t at = column_of(timeline, event.point, width);
    line[std::min(at, width - 1)] = letter;
    any = true;
  }
  if (!any) return {};
  line.erase(line.find_last_not_of(' ') + 1);
  return std::string(label_width, ' ') + line + "\n";
}

std::string turn_line(const Timeline& timeline, const Words& words, std::size_t width) {
  std::string line;
  const std::string name(words(Text::page_turn));
  for (const std::size_t tick : turn_ticks(timeline, width / 12)) {
    const Turn& turn = timeline.turns[tick];
    const std::size_t at = column_of(timeline, turn.first, width);
    const std::string number = (line.empty() ? name + " " : "") + std::to_string(turn.number);
    if ((!line.empty() && at < line.size() + 2) || at + number.size() > width) continue;
    line += std::string(at - line.size(), ' ') + number;
  }
  return std::string(label_width, ' ') + line + "\n";
}

std::string cut_line(const std::string& line, std::size_t width) {
  std::size_t columns = 0;
  std::size_t kept = 0;  // with room for the dots
  for (std::size_t at = 0; at < line.size();) {
    at += std::max<std::size_t>(well_formed_length(std::string_view(line).substr(at)), 1);
    if (++columns < width) kept = at;
    if (columns > width) return line.substr(0, kept) + "…\n";
  }
  return line + "\n";
}

std::string timeline_head(const Timeline& timeline, const report::Health& health,
                          const Words& words) {
  const auto& measured = health.measured;
  std::string out =
      words(Text::page_session) + " " + plain_text(cut_utf8(health.session, 8)) + " · ";
  if (measured.percent && measured.max > 0) {
    out += short_count(measured.used) + " " + words(Text::page_of) + " " +
           short_count(measured.max) + " " + words(Text::page_tokens) + " (" +
           std::to_string(*measured.percent) + " %, " +
           std::string(window::shown_name(health.band, words.language())) + ")";
  } else {
    out += words(Text::page_unknown);
  }
  const std::uint32_t turns = timeline.turns.empty() ? 0 : timeline.turns.back().number;
  return out + " · " + std::to_string(turns) + " " +
         std::string(turns == 1 ? words(Text::page_one_turn) : words(Text::page_turns));
}

struct Mark {
  EventKind kind;
  char letter;
  Text name;
};

}  // namespace

std::string timeline_text(const Timeline& timeline, const report::Health& health,
                          const TextOptions& options) {
  const Words words(options.language);
  const std::size_t width = std::clamp<std::size_t>(options.width, 40, 240);
  std::string out = cut_line(timeline_head(timeline, health, words), width);
  if (timeline.points.empty()) return out + words(Text::page_no_session) + "\n";
  const std::size_t inner = width - label_width - band_width;
  const std::string drawn = chart(timeline, options.language, inner);
  out += "\n" + drawn + turn_line(timeline, words, inner);

  const std::array<Mark, 4> marks{{{EventKind::compaction, 'K', Text::page_compactions},
                                   {EventKind::correction, 'C', Text::page_corrections},
                                   {EventKind::failure, 'F', Text::page_failures},
                                   {EventKind::band, 'B', Text::page_bands}}};
  std::string legend;
  for (const Mark& mark : marks) {
    const std::string line = letters(timeline, mark.kind, mark.letter, inner);
    if (line.empty()) continue;
    out += line;
    const auto count = std::count_if(timeline.events.begin(), timeline.events.end(),
                                     [&](const Event& event) { return event.kind == mark.kind; });
    legend += (legend.empty() ? "" : " · ") + std::string(1, mark.letter) + " " + words(mark.name) +
              " " + std::to_string(count);
  }
  std::string shades;
  if (drawn.find("░") != std::string::npos) {
    shades = "░ " + words(Text::page_noise);
  }
  if (timeline.first_live > 0) {
    shades += (shades.empty() ? "" : " · ") + ("▒ " + words(Text::page_total_only));
  }
  for (const std::string& line : {shades, legend}) {
    if (!line.empty()) out += cut_line(line, width);
  }
  const std::size_t count = timeline.events.size();
  const std::size_t from = count > most_shown_events ? count - most_shown_events : 0;
  if (count > 0) out += "\n";
  for (std::size_t i = from; i < count; ++i) {
    const Event& event = timeline.events[i];
    std::string line = right_aligned(std::to_string(event.turn), 6) + "  ";
    line += event.time == 0 ? std::string(16, ' ') : format_local(event.time);
    out += cut_line(line + "  " + plain_text(event_text(event, words)), width);
  }
  return out;
}

}  // namespace context_rot::report
