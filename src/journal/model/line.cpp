#include "journal/model/line.h"

#include <vector>

#include "journal/markdown/escape.h"
#include "journal/model/words.h"
#include "util/ascii.h"
#include "util/checksum.h"
#include "util/plain_text.h"
#include "util/trim.h"

namespace context_rot::journal {

namespace {

bool is_file_list(Kind kind) {
  return !tag_of(kind).empty();
}

std::string row_of(const Item& item) {
  std::string out = "|";
  for (const std::string* cell : {&item.text, &item.right, &item.when}) {
    out += " " + escape(plain_text(*cell), Place::cell) + " |";
  }
  return out;
}

/// The cells of a table's row, as they stand.
std::vector<std::string_view> cells_of(std::string_view row) {
  row = trimmed(row);
  if (row.starts_with('|')) row.remove_prefix(1);
  std::vector<std::string_view> cells;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= row.size(); ++i) {
    if (i < row.size() && row[i] == '\\') {
      ++i;
    } else if (i >= row.size() || row[i] == '|') {
      const std::size_t end = std::min(i, row.size());
      if (end < row.size() || end > begin) cells.push_back(trimmed(row.substr(begin, end - begin)));
      begin = i + 1;
    }
  }
  return cells;
}

bool is_rule(std::string_view line) {
  return line.find('-') != std::string_view::npos &&
         line.find_first_not_of("|-: \t\r") == std::string_view::npos;
}

void read_row(std::string_view line, Item& item) {
  const auto row = trimmed(line);
  if (is_rule(row) || std::any_of(config::all_languages.begin(), config::all_languages.end(),
                                  [&](auto language) { return row == table_head(language); })) {
    return;
  }
  const auto cells = cells_of(row);
  if (!cells.empty()) item.text = unescape(cells[0]);
  if (cells.size() > 1) item.right = unescape(cells[1]);
  if (cells.size() > 2) item.when = unescape(cells[2]);
}

/// Takes "- ", "* ", "+ ", "1. ", "1) " off the front.
std::string_view without_bullet(std::string_view text) {
  std::size_t digits = 0;
  while (digits < text.size() && digits < 9 && is_digit(text[digits])) ++digits;
  const std::size_t mark = digits;
  if (mark >= text.size()) return text;
  const std::string_view marks = digits > 0 ? ".)" : "-*+";
  if (marks.find(text[mark]) == std::string_view::npos) return text;
  if (mark + 1 == text.size()) return {};
  return text[mark + 1] == ' ' ? trimmed(text.substr(mark + 1)) : text;
}

/// Takes "[x] " off the front and says what it means.
std::string_view without_check_box(std::string_view text, State& state) {
  if (text.size() < 4 || text[0] != '[' || text.substr(2, 2) != "] ") return text;
  if (text[1] == 'x' || text[1] == 'X') {
    state = State::done;
  } else if (text[1] == ' ') {
    state = State::in_progress;
  } else {
    return text;
  }
  return trimmed(text.substr(4));
}

/// Takes "Done: " off the front where the kind has such marks.
std::string_view without_mark(Kind kind, std::string_view text, State& state) {
  const std::size_t colon = text.substr(0, 24).find(':');
  if (colon == std::string_view::npos) return text;
  const auto found = state_of_mark(text.substr(0, colon));
  if (!found || !takes_state(kind, *found)) return text;
  state = *found;
  return trimmed(text.substr(colon + 1));
}

}  // namespace

State state_for(Kind kind, State state) {
  if (kind == Kind::progress && (state == State::none || !takes_state(kind, state))) {
    return State::in_progress;
  }
  if (kind == Kind::decisions && (state == State::none || !takes_state(kind, state))) {
    return State::active;
  }
  return takes_state(kind, state) ? state : State::none;
}

std::string line_of(Kind kind, const Item& item, config::Language language) {
  if (item.origin == Origin::person) return item.line;
  if (item.text.empty() && (kind != Kind::corrections || item.right.empty())) return {};
  if (kind == Kind::corrections) return row_of(item);
  const std::string text = escape(plain_text(item.text), Place::line);
  if (kind == Kind::goal || is_file_list(kind)) return text;
  const std::string_view mark = mark_of(state_for(kind, item.state), language);
  return "- " + std::string(mark) + (mark.empty() ? "" : ": ") + text;
}

Item read_line(Kind kind, std::string_view line) {
  Item item;
  item.origin = Origin::person;
  item.line = line;
  std::string_view text = trimmed(line);
  if (kind == Kind::corrections && is_table_line(text)) {
    read_row(text, item);
    return item;
  }
  if (!is_file_list(kind)) text = without_bullet(text);
  if (kind == Kind::progress) text = without_check_box(text, item.state);
  if (kind == Kind::progress || kind == Kind::decisions) {
    text = without_mark(kind, text, item.state);
  }
  item.text = unescape(text);
  if (!item.text.empty()) item.state = state_for(kind, item.state);
  return item;
}

std::string line_mark(Kind kind, std::string_view line) {
  return checksum(std::string(name_of(kind)) + ":" + std::string(right_trimmed(line))).substr(0, 8);
}

bool is_table_line(std::string_view line) {
  return trimmed(line).starts_with('|');
}

}  // namespace context_rot::journal
