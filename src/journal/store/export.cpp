#include "journal/store/export.h"

#include <array>
#include <nlohmann/json.hpp>

#include "util/json_tree.h"

namespace context_rot::journal {

using nlohmann::ordered_json;

namespace {

std::string_view export_name(State state) {
  constexpr std::array<std::string_view, 6> names{"",        "done",   "in_progress",
                                                  "blocked", "active", "superseded"};
  return names[static_cast<std::size_t>(state)];
}

ordered_json item_json(const Item& item) {
  ordered_json out = {{"text", item.text},
                      {"by", item.origin == Origin::person ? "person" : "toolkit"}};
  if (item.state != State::none) out["state"] = export_name(item.state);
  if (!item.right.empty()) out["right"] = item.right;
  if (!item.when.empty()) out["when"] = item.when;
  if (!item.row.empty()) out["row"] = item.row;
  return out;
}

ordered_json section_json(const Section& section) {
  ordered_json out = {{"session", section.id},
                      {"time", format_with_offset(section.time)},
                      {"when", section.when},
                      {"title", section.title}};
  for (std::size_t i = 0; i < kind_count; ++i) {
    const Kind kind = static_cast<Kind>(i);
    const auto items = items_of(section, kind);
    if (items.empty()) continue;
    auto& list = out[std::string(name_of(kind))] = ordered_json::array();
    for (const Item* item : items) list.push_back(item_json(*item));
  }
  return out;
}

}  // namespace

std::string json_of(const Section& section) {
  return json_line(section_json(section));
}

std::string json_of(const Journal& journal) {
  ordered_json sections = ordered_json::array();
  for (const Section& section : journal.sections) sections.push_back(section_json(section));
  return json_line(ordered_json{{"sections", std::move(sections)}});
}

}  // namespace context_rot::journal
