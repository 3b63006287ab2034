#include "journal/markdown/merge.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "client/transcripts.h"
#include "journal/model/item_key.h"
#include "journal/model/line.h"
#include "journal/model/words.h"

namespace context_rot::journal {

namespace {

using Items = std::vector<Item>;

constexpr std::size_t max_dropped = 256;

bool lists_files(Kind kind) {
  return !tag_of(kind).empty();
}

bool accumulates(Kind kind, const Item& item) {
  switch (kind) {
    case Kind::decisions:
    case Kind::corrections:
    case Kind::avoid:
    case Kind::read_files:
    case Kind::modified_files:
      return true;
    case Kind::progress:
      return item.state == State::done;
    default:
      return false;
  }
}

std::string identity(Kind kind, const Item& item) {
  return lists_files(kind) ? item.text : key_of(item);
}

Items generated_items(const Section& section, Kind kind) {
  Items items;
  for (const Item* item : items_of(section, kind)) {
    if (item->origin == Origin::generated) items.push_back(*item);
  }
  return items;
}

/// What a part's generated items are to be, before anything is left out, the newest last. What the
/// facts have comes in their order, so that the oldest of them are those that do not fit.
Items wanted_items(const Section& previous, const Section& facts, Kind kind) {
  const bool known = find_part(facts, kind) != nullptr;
  Items fresh;
  std::unordered_map<std::string, std::size_t> places;
  for (Item& item : generated_items(facts, kind)) {
    item.state = state_for(kind, item.state);
    const auto [place, is_new] = places.try_emplace(identity(kind, item), fresh.size());
    if (is_new) {
      fresh.push_back(std::move(item));
    } else {
      fresh[place->second] = std::move(item);
    }
  }
  Items items;
  for (Item& item : generated_items(previous, kind)) {
    const bool stays = !known || accumulates(kind, item);
    if (stays && !places.contains(identity(kind, item))) items.push_back(std::move(item));
  }
  items.insert(items.end(), fresh.begin(), fresh.end());
  return items;
}

class Merge {
 public:
  Merge(const Section& previous, const Section& facts, const FileExists& exists)
      : previous_(previous), facts_(facts), exists_(exists) {
    out_.section = previous;
    if (previous.id.empty()) out_.section.language = facts.language;
    dropped_.insert(previous.dropped.begin(), previous.dropped.end());
  }

  Merged run() && {
    Section& section = out_.section;
    // Only the beginning of the id may be known of a section whose comment was taken out.
    if (!facts_.id.empty()) section.id = facts_.id;
    if (section.heading.empty()) {
      if (!facts_.title.empty()) section.title = facts_.title;
    }
    for (std::size_t i = 0; i < kind_count; ++i) {
      const Kind kind = static_cast<Kind>(i);
      if (kind != Kind::own) merge_part(kind);
    }
    if (section.dropped.size() > max_dropped) {
      section.dropped.erase(section.dropped.begin(), section.dropped.end() - max_dropped);
    }
    if (section != previous_) {
      section.time = facts_.time;
      if (!facts_.when.empty()) section.when = facts_.when;
    }
    return std::move(out_);
  }

 private:
  void merge_part(Kind kind) {
    Items items = wanted_items(previous_, facts_, kind);
    leave_out(kind, items);
    if (items.size() > max_items(kind)) {
      items.erase(items.begin(), items.end() - static_cast<std::ptrdiff_t>(max_items(kind)));
    }
    place(kind, items);
  }

  void leave_out(Kind kind, Items& items) {
    std::unordered_set<std::string> said;  // by a person
    bool person = false;
    bool shown = false;
    for (const Item* item : items_of(previous_, kind)) {
      person |= item->origin == Origin::person;
      shown |= item->origin == Origin::generated;
      if (item->origin == Origin::person) said.insert(identity(kind, *item));
    }
    if (kind == Kind::goal && person && !shown) items.clear();
    std::erase_if(items, [&](const Item& item) {
      return said.contains(identity(kind, item)) || was_dropped(kind, item) ||
             (lists_files(kind) && !is_current(kind, item.text));
    });
  }

  bool was_dropped(Kind kind, Item item) const {
    if (dropped_.empty()) return false;
    for (const State state : {State::none, State::done, State::in_progress, State::blocked,
                              State::active, State::superseded}) {
      if (!takes_state(kind, state)) continue;
      item.state = state;
      const std::string line = line_of(kind, item, out_.section.language);
      if (dropped_.contains(line_mark(kind, line))) return true;
    }
    return false;
  }

  bool is_current(Kind kind, const std::string& path) {
    if (!can_be_named(path)) return false;
    if (!exists_(path)) {
      if (gone_.insert(path).second) out_.gone.push_back(path);
      return false;
    }
    return kind == Kind::modified_files || !is_modified(path);
  }

  bool is_modified(const std::string& path) {
    if (!modified_known_) {
      modified_known_ = true;
      for (const Section* section : {&previous_, &facts_}) {
        for (const Item* item : items_of(*section, Kind::modified_files)) {
          modified_.insert(item->text);
        }
      }
    }
    return modified_.contains(path);
  }

  void place(Kind kind, const Items& items) {
    std::unordered_map<std::string, const Item*> left;
    for (const Item& item : items) left.emplace(identity(kind, item), &item);
    Part* last = nullptr;    // where the last generated line stands
    std::size_t behind = 0;  // and the place behind it
    for (Part& part : out_.section.parts) {
      if (part.kind != kind) continue;
      Items kept;
      for (Item& item : part.items) {
        if (item.origin == Origin::person) {
          kept.push_back(std::move(item));
          continue;
        }
        last = &part;
        const auto place = left.find(identity(kind, item));
        if (place != left.end()) {
          kept.push_back(*place->second);
          left.erase(place);
        }
        behind = kept.size();
      }
      part.items = std::move(kept);
    }
    if (!left.empty()) add_new(kind, items, left, last, behind);
    // A heading that nothing stands under goes, unless a person wrote it.
    std::erase_if(out_.section.parts, [&](const Part& part) {
      return part.kind == kind && part.items.empty() && part.heading.empty();
    });
  }

  void add_new(Kind kind, const Items& items,
               const std::unordered_map<std::string, const Item*>& left, Part* last,
               std::size_t behind) {
    Items fresh;
    for (const Item& item : items) {
      const auto place = left.find(identity(kind, item));
      if (place != left.end() && place->second == &item) fresh.push_back(item);
    }
    if (last == nullptr) {
      last = &part_of(out_.section, kind);
      behind = last->items.size();
      // Not behind the blank lines that keep the next heading apart.
      while (behind > 0 && line_of(kind, last->items[behind - 1], {}).empty()) --behind;
    }
    last->items.insert(last->items.begin() + static_cast<std::ptrdiff_t>(behind), fresh.begin(),
                       fresh.end());
  }

  const Section& previous_;
  const Section& facts_;
  const FileExists& exists_;
  std::unordered_set<std::string> dropped_;
  std::unordered_set<std::string> gone_;
  std::unordered_set<std::string> modified_;
  bool modified_known_ = false;
  Merged out_;
};

}  // namespace

std::size_t max_items(Kind kind) {
  switch (kind) {
    case Kind::goal:
    case Kind::window:
      return 1;
    case Kind::prompts:
      return 5;
    case Kind::errors:
      return 10;
    case Kind::progress:
    case Kind::decisions:
    case Kind::corrections:
      return 60;
    case Kind::read_files:
    case Kind::modified_files:
      return 200;
    default:
      return 30;
  }
}

Merged merge(const Section& previous, const Section& facts, const FileExists& exists) {
  return Merge(previous, facts, exists).run();
}

Merged merge_into(Journal& journal, const Section& facts, const FileExists& exists) {
  if (!client::is_session_id(facts.id)) return merge({}, facts, exists);
  if (Section* known = find_section(journal, facts.id)) {
    Merged merged = merge(*known, facts, exists);
    *known = merged.section;
    return merged;
  }
  Merged merged = merge({}, facts, exists);
  journal.sections.insert(journal.sections.begin(), merged.section);
  return merged;
}

}  // namespace context_rot::journal
