#include "journal/told/notes.h"

#include <algorithm>
#include <unordered_map>

#include "journal/markdown/comment.h"
#include "journal/markdown/markdown.h"
#include "journal/model/item_key.h"
#include "journal/model/line.h"
#include "util/plain_text.h"
#include "util/trim.h"

namespace context_rot::journal {

namespace {

/// The text of the decision that `named` means; empty where it means none or several.
std::string decision_named(const Section& section, const std::string& named) {
  const std::string key = key_of(generated(named));
  if (key.empty()) return {};
  std::string found;
  for (const Item* item : items_of(section, Kind::decisions)) {
    const std::string own = key_of(*item);
    if (own == key) return item->text;
    if (item->state == State::superseded || own.find(key) == std::string::npos) continue;
    if (!found.empty() && key_of(generated(found)) != own) return {};
    found = item->text;
  }
  return found;
}

}  // namespace

std::vector<std::string> write_notes(Journal& journal, const Section& section, const Notes& notes) {
  const Section* known = named_section(journal, section.id);
  Section changed = known != nullptr ? *known : section;
  std::vector<std::string> unknown;
  for (const std::string& named : notes.supersede) {
    const std::string text = decision_named(changed, named);
    if (text.empty() || !mark_decision(changed, text, State::superseded)) unknown.push_back(named);
  }
  if (!unknown.empty()) return unknown;
  for (const Note& note : notes.add) add_note(changed, note.kind, note.state, note.text);
  if (known == nullptr) {
    if (!notes.add.empty()) journal.sections.insert(journal.sections.begin(), std::move(changed));
    return {};
  }
  if (changed == *known) return {};
  if (changed.id.size() < section.id.size()) changed.id = section.id;
  changed.time = section.time;
  changed.when = section.when;
  journal.sections[static_cast<std::size_t>(known - journal.sections.data())] = std::move(changed);
  return {};
}

const Section* named_section(const Journal& journal, std::string_view id) {
  if (const Section* section = find_section(journal, id)) return section;
  constexpr std::size_t shortest = 8;
  if (id.size() < shortest) return nullptr;
  const Section* found = nullptr;
  for (const Section& section : journal.sections) {
    if (!section.id.starts_with(id)) continue;
    if (found == nullptr || section.time > found->time) found = &section;
  }
  return found;
}

const Section* newest_section(const Journal& journal) {
  const auto newest = std::max_element(journal.sections.begin(), journal.sections.end(),
                                       [](const Section& a, const Section& b) {
                                         // Of sections of one time the one further up is the newer.
                                         return a.time < b.time;
                                       });
  return newest == journal.sections.end() ? nullptr : &*newest;
}

void take_rows(Section& section, const Section& facts) {
  for (Part& part : section.parts) {
    std::unordered_map<std::string, std::string> rows;
    for (const Item* item : items_of(facts, part.kind)) rows.emplace(key_of(*item), item->row);
    for (Item& item : part.items) {
      const auto row = rows.find(key_of(item));
      if (row != rows.end() && item.origin == Origin::generated) item.row = row->second;
    }
  }
}

std::string readable(const Section& section, Rows rows) {
  const std::string text = render(section);
  std::unordered_map<std::string, std::string> row_of_line;
  if (rows == Rows::shown) {
    for (const Part& part : section.parts) {
      for (const Item& item : part.items) {
        if (item.row.empty()) continue;
        row_of_line.emplace(line_of(part.kind, item, section.language), item.row);
      }
    }
  }
  std::string out;
  std::string_view rest = text;
  while (!rest.empty()) {
    const std::string_view line = take_line(rest);
    std::vector<std::string> marks;
    if (read_session_comment(line) || read_lines_comment(line, marks)) continue;
    out += plain_text(line);
    const auto row = row_of_line.find(std::string(line));
    if (row != row_of_line.end()) out += " [" + plain_text(row->second) + "]";
    out += '\n';
  }
  return out;
}

}  // namespace context_rot::journal
