#include "journal/model/section.h"

#include <algorithm>
#include <utility>

#include "journal/model/item_key.h"
#include "journal/model/line.h"
#include "journal/model/words.h"
#include "util/plain_text.h"
#include "util/redact.h"
#include "util/trim.h"
#include "util/utf8.h"

namespace context_rot::journal {

namespace {

constexpr std::size_t short_length = 8;
constexpr std::string_view ellipsis = "\u2026";

template <typename Sections>
auto* section_named(Sections& sections, std::string_view id) {
  auto place = std::find_if(sections.begin(), sections.end(),
                            [&](const Section& section) { return section.id == id; });
  if (place == sections.end()) {
    place = std::find_if(sections.begin(), sections.end(), [&](const Section& section) {
      return section.id.size() == short_length && id.starts_with(section.id);
    });
  }
  return place == sections.end() ? nullptr : &*place;
}

}  // namespace

std::string as_value(std::string_view text, std::size_t max_bytes) {
  // What is cut off needs no work; a secret must not be cut before it is known for one.
  const std::string redacted = redact(cut_utf8(text, 4 * max_bytes + 4096));
  const std::string plain = plain_text(redacted);
  const std::string_view value = trimmed(plain);
  if (value.size() <= max_bytes) return std::string(value);
  if (max_bytes < ellipsis.size()) return {};
  const auto kept = right_trimmed(cut_utf8(value, max_bytes - ellipsis.size()));
  return std::string(kept) + std::string(ellipsis);
}

Item generated(std::string_view text, State state) {
  Item item;
  item.state = state;
  item.text = as_value(text);
  return item;
}

Item generated_correction(std::string_view wrong, std::string_view right, std::string_view when) {
  Item item = generated(wrong);
  item.right = as_value(right);
  item.when = as_value(when, 40);
  return item;
}

Item generated_file(std::string_view path) {
  Item item;
  item.text = path;
  return item;
}

bool can_be_named(std::string_view path) {
  return !path.empty() && path.size() <= max_item_bytes && plain_text(path) == path &&
         redact(path) == path;
}

const Part* find_part(const Section& section, Kind kind) {
  const auto part = std::find_if(section.parts.begin(), section.parts.end(),
                                 [&](const Part& one) { return one.kind == kind; });
  return part == section.parts.end() ? nullptr : &*part;
}

Part* find_part(Section& section, Kind kind) {
  return const_cast<Part*>(find_part(std::as_const(section), kind));
}

std::vector<const Item*> items_of(const Section& section, Kind kind) {
  std::vector<const Item*> items;
  for (const Part& part : section.parts) {
    if (part.kind != kind) continue;
    for (const Item& item : part.items) {
      if (!item.text.empty() || !item.right.empty()) items.push_back(&item);
    }
  }
  return items;
}

Part& part_of(Section& section, Kind kind) {
  if (Part* part = find_part(section, kind)) return *part;
  // Behind the last part that comes before it; a person's own parts stay where they are.
  auto place = section.parts.begin();
  for (auto part = section.parts.begin(); part != section.parts.end(); ++part) {
    const bool lead =
        part == section.parts.begin() && part->kind == Kind::own && part->heading.empty();
    if (lead || (part->kind != Kind::own && part->kind < kind)) place = part + 1;
  }
  return *section.parts.insert(place, {kind, "", {}});
}

Section* find_section(Journal& journal, std::string_view id) {
  return section_named(journal.sections, id);
}

const Section* find_section(const Journal& journal, std::string_view id) {
  return section_named(journal.sections, id);
}

std::string short_id(std::string_view id) {
  return std::string(cut_utf8(id, short_length));
}

void add_note(Section& section, Kind kind, State state, std::string_view text) {
  Item item = generated(text, state_for(kind, state));
  const std::string line = line_of(kind, item, section.language);
  if (line.empty()) return;
  for (const Item* known : items_of(section, kind)) {
    const bool stays = known->origin == Origin::person;
    if (stays && key_of(*known) == key_of(item) && known->state == item.state) return;
  }
  Part& part = part_of(section, kind);
  std::erase_if(part.items, [&](const Item& known) {
    return known.origin == Origin::generated &&
           (kind == Kind::goal || key_of(known) == key_of(item));
  });
  part.items.push_back(read_line(kind, line));
}

bool mark_decision(Section& section, std::string_view text, State state) {
  const std::string key = key_of(generated(text));
  bool found = false;
  for (Part& part : section.parts) {
    if (part.kind != Kind::decisions) continue;
    for (Item& item : part.items) {
      if (key_of(item) != key || item.text.empty()) continue;
      found = true;
      item.state = state_for(Kind::decisions, state);
      item.origin = Origin::generated;
      item = read_line(Kind::decisions, line_of(Kind::decisions, item, section.language));
    }
  }
  return found;
}

}  // namespace context_rot::journal
