#include "session/edited_lines.h"

#include <functional>
#include <string>
#include <unordered_set>

#include "transcript/numbered_lines.h"
#include "util/json_text.h"
#include "util/trim.h"

namespace context_rot::session {

namespace {

using Node = JsonText::Node;

constexpr std::string_view line_blanks = " \t\r";

/// Whether a line, without the white space around it, has enough on it to be known again.
bool tells(std::string_view line) {
  constexpr std::size_t least = 5;
  return line.size() >= least;
}

std::uint64_t hash(std::string_view line) {
  return std::hash<std::string_view>()(line);
}

}  // namespace

void EditedLines::replace(std::string_view before, std::string_view after) {
  std::unordered_set<std::uint64_t> kept;
  transcript::for_each_line(
      after, [&](std::string_view line) { kept.insert(hash(trimmed(line, line_blanks))); });
  transcript::for_each_line(before, [&](std::string_view line) {
    const std::string_view text = trimmed(line, line_blanks);
    if (tells(text) && kept.count(hash(text)) == 0) gone_.insert(hash(text));
  });
}

void EditedLines::note(std::string_view input) {
  const auto json = JsonText::parse(std::string(input));
  if (!json || !json->is(JsonText::root, JsonKind::object)) return;
  const auto of = [&](Node edit) {
    replace(json->string_at(edit, "old_string"), json->string_at(edit, "new_string"));
  };
  const Node edits = json->find(JsonText::root, "edits");
  if (!json->is(edits, JsonKind::array)) return of(JsonText::root);
  for (Node edit = json->first_child(edits); edit != JsonText::none; edit = json->next(edit)) {
    if (json->is(edit, JsonKind::object)) of(edit);
  }
}

bool EditedLines::explain(std::string_view shown, std::string_view content) const {
  std::unordered_set<std::uint64_t> there;
  transcript::for_each_line(
      content, [&](std::string_view line) { there.insert(hash(trimmed(line, line_blanks))); });
  bool all = true;
  transcript::for_each_line(shown, [&](std::string_view line) {
    const std::string_view text = trimmed(transcript::line_number(line).text, line_blanks);
    all = all && (!tells(text) || there.contains(hash(text)) || gone_.contains(hash(text)));
  });
  return all;
}

int EditedLines::percent_of(std::string_view shown) const {
  if (gone_.empty()) return 0;
  std::size_t all = 0;
  std::size_t replaced = 0;
  transcript::for_each_line(shown, [&](std::string_view line) {
    const std::string_view text = trimmed(transcript::line_number(line).text, line_blanks);
    if (!tells(text)) return;
    all += text.size();
    if (gone_.count(hash(text)) > 0) replaced += text.size();
  });
  return all == 0 ? 0 : static_cast<int>(replaced * 100 / all);
}

}  // namespace context_rot::session
