#include "journal/facts/quoted_items.h"

#include <algorithm>

#include "journal/told/digest.h"

namespace context_rot::journal {

namespace {

void append_quoted(std::vector<std::string>& to, const std::vector<std::string>& from,
                   const std::string& before) {
  for (const std::string& text : from) to.push_back(before + text);
}

}  // namespace

std::vector<std::string> spoken(const Section& section, Kind kind,
                                std::initializer_list<State> states, std::size_t max_bytes) {
  std::vector<std::string> out;
  const auto items = items_of(section, kind);
  for (auto item = items.rbegin(); item != items.rend(); ++item) {
    const bool wanted = states.size() == 0 ||
                        std::find(states.begin(), states.end(), (*item)->state) != states.end();
    if (wanted) out.push_back(quote_data((*item)->text, max_bytes));
  }
  return out;
}

std::vector<std::string> spoken_corrections(const Section& section, std::size_t max_side_bytes) {
  std::vector<std::string> out;
  const auto side = [&](const std::string& text) {
    return text.empty() ? std::string("(not recorded)") : quote_data(text, max_side_bytes);
  };
  const auto items = items_of(section, Kind::corrections);
  for (auto item = items.rbegin(); item != items.rend(); ++item) {
    out.push_back("was wrong: " + side((*item)->text) + " | is right: " + side((*item)->right));
  }
  return out;
}

std::vector<std::string> spoken_notes(const Section& section) {
  std::vector<std::string> out;
  for (const Item* item : items_of(section, Kind::own)) out.push_back(quote_data(item->text));
  return out;
}

std::vector<std::string> spoken_tasks(const Section& section, std::size_t max_bytes) {
  std::vector<std::string> out = spoken(section, Kind::progress, {State::in_progress}, max_bytes);
  for (std::string& text : out) text = "in progress: " + text;
  append_quoted(out, spoken(section, Kind::progress, {State::blocked}, max_bytes), "blocked: ");
  append_quoted(out, spoken(section, Kind::next, {}, max_bytes), "next: ");
  return out;
}

}  // namespace context_rot::journal
