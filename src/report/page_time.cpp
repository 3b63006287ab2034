// The parts of the page that go along the time of the session.

#include <algorithm>
#include <nlohmann/json.hpp>

#include "report/page_parts.h"
#include "report/scale.h"
#include "report/words.h"
#include "util/html_text.h"
#include "util/json_tree.h"
#include "util/plain_text.h"

namespace context_rot::report {

namespace {

using nlohmann::ordered_json;

constexpr std::size_t most_events = 300;
constexpr std::size_t most_rows = 200;
constexpr std::size_t most_stops = 5000;

/// "12", or "12–36" for a group.
std::string numbers_of(const TurnGroup& group, const Timeline& timeline) {
  const std::uint32_t first = timeline.turns[group.first].number;
  const std::uint32_t last = timeline.turns[group.last].number;
  return first == last ? std::to_string(first) : std::to_string(first) + "–" + std::to_string(last);
}

std::int64_t highest(const TurnGroup& group, const Timeline& timeline) {
  std::int64_t most = 0;
  for (std::size_t i = timeline.turns[group.first].first; i <= timeline.turns[group.last].last;
       ++i) {
    most = std::max(most, timeline.points[i].total);
  }
  return most;
}

/// "68 % amber"; empty where the window is not known.
std::string fullness(const Point& point, const Timeline& timeline, config::Language language) {
  const auto percent = window::percent_of(point.total, timeline.max);
  if (!percent) return {};
  return std::to_string(*percent) + " % " +
         std::string(window::shown_name(timeline.band_of(point), language));
}

std::string head_cells(const std::vector<std::string>& names, std::size_t numbers_from) {
  std::string out = "<thead><tr>";
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += (i >= numbers_from ? "<th class=\"n\">" : "<th>") + html_text(names[i]) + "</th>";
  }
  return out + "</tr></thead>";
}

}  // namespace

std::string events_html(const PageInput& input) {
  const Words words(input.language);
  const auto& events = input.timeline.events;
  if (events.empty()) return {};
  std::string out =
      "<details class=\"block\"><summary>" + html_text(words(Text::page_events)) + " (" +
      std::to_string(events.size()) + ")</summary>\n<div class=\"wide\"><table>" +
      head_cells({words(Text::page_one_turn), words(Text::page_when), words(Text::page_event)}, 3) +
      "<tbody>\n";
  const std::size_t from = events.size() > most_events ? events.size() - most_events : 0;
  if (from > 0) {
    out += "<tr><td colspan=\"3\" class=\"soft\">" + std::to_string(from) + " " +
           html_text(words(Text::page_more_events)) + "</td></tr>\n";
  }
  for (std::size_t i = from; i < events.size(); ++i) {
    out += "<tr><td>" + std::to_string(events[i].turn) + "</td><td class=\"t\">" +
           time_html(events[i].time) + "</td><td>" + html_text(event_text(events[i], words)) +
           "</td></tr>\n";
  }
  return out + "</tbody></table></div></details>\n";
}

std::string turns_html(const PageInput& input) {
  const Words words(input.language);
  const Timeline& timeline = input.timeline;
  if (timeline.points.empty()) return {};
  std::vector<std::string> names{words(Text::page_one_turn), words(Text::page_when),
                                 words(Text::page_prompt),   words(Text::page_at_end),
                                 words(Text::page_highest),  ""};
  for (const Layer& layer : timeline.layers) names.push_back(label_of(layer, words));
  std::string out =
      "<details class=\"block\"><summary>" + html_text(words(Text::page_by_turn)) +
      "</summary>\n<div class=\"wide by-turn\" tabindex=\"0\" role=\"region\" aria-label=\"" +
      html_text(words(Text::page_by_turn)) + "\"><table>" + head_cells(names, 3) + "<tbody>\n";
  for (const TurnGroup& group : groups_of(timeline, most_rows)) {
    const std::size_t last = timeline.turns[group.last].last;
    const Point& point = timeline.points[last];
    out += "<tr><td class=\"t\">" + numbers_of(group, timeline) + "</td><td class=\"t\">" +
           time_html(point.time) + "</td><td class=\"p\">" +
           html_text(timeline.turns[group.first].prompt) + "</td><td class=\"n\">" +
           grouped(point.total, input.language) + "</td><td class=\"n\">" +
           grouped(highest(group, timeline), input.language) + "</td><td class=\"n\">" +
           fullness(point, timeline, input.language) + "</td>";
    for (std::size_t layer = 0; layer < timeline.layers.size(); ++layer) {
      out += "<td class=\"n\">";
      if (last >= timeline.first_live) out += grouped(timeline.part(last, layer), input.language);
      out += "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody></table></div></details>\n";
}

std::string data_html(const PageInput& input) {
  const Words words(input.language);
  const Timeline& timeline = input.timeline;
  ordered_json data{{"turn", words(Text::page_turn)},       {"tokens", words(Text::page_tokens)},
                    {"only", words(Text::page_total_only)}, {"width", axis_width},
                    {"layers", ordered_json::array()},      {"stops", ordered_json::array()}};
  for (const Layer& layer : timeline.layers) data["layers"].push_back(label_of(layer, words));
  for (const TurnGroup& group : groups_of(timeline, most_stops)) {
    const std::size_t last = timeline.turns[group.last].last;
    const Point& point = timeline.points[last];
    const std::int32_t middle = (place_of(timeline, last) + place_of(timeline, last + 1)) / 2;
    ordered_json stop{numbers_of(group, timeline),
                      point.time == 0 ? "" : format_local(point.time),
                      middle,
                      point.total,
                      fullness(point, timeline, input.language),
                      plain_text(timeline.turns[group.first].prompt)};
    if (last >= timeline.first_live) {
      for (std::size_t layer = 0; layer < timeline.layers.size(); ++layer) {
        stop.push_back(timeline.part(last, layer));
      }
    }
    data["stops"].push_back(std::move(stop));
  }
  return "<script id=\"data\" type=\"application/json\">" + json_for_html(json_line(data)) +
         "</script>\n";
}

}  // namespace context_rot::report
