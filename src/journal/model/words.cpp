#include "journal/model/words.h"

#include <array>
#include <string>
#include <unordered_map>

#include "correction/fold.h"
#include "texts/texts.h"
#include "util/trim.h"

namespace context_rot::journal {

using config::Language;
using texts::Text;

namespace {

/// Of each kind that has a heading, in their order.
constexpr std::array headings{Text::heading_goal,      Text::heading_progress,
                              Text::heading_decisions, Text::heading_corrections,
                              Text::heading_avoid,     Text::heading_next,
                              Text::heading_context,   Text::heading_prompts,
                              Text::heading_errors,    Text::heading_window};
static_assert(headings.size() == static_cast<std::size_t>(Kind::read_files));

/// Of each state but none, in their order.
constexpr std::array marks{Text::state_done, Text::state_in_progress, Text::state_blocked,
                           Text::state_active, Text::state_superseded};

std::unordered_map<std::string, FoundHeading> folded_headings() {
  std::unordered_map<std::string, FoundHeading> out;
  for (std::size_t i = 0; i < headings.size(); ++i) {
    for (const Language language : config::all_languages) {
      out.emplace(correction::fold(texts::raw(headings[i], language)),
                  FoundHeading{static_cast<Kind>(i), language});
    }
  }
  return out;
}

std::unordered_map<std::string, State> folded_marks() {
  std::unordered_map<std::string, State> out;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    for (const Language language : config::all_languages) {
      out.emplace(correction::fold(texts::raw(marks[i], language)), static_cast<State>(i + 1));
    }
  }
  return out;
}

}  // namespace

std::string_view name_of(Kind kind) {
  constexpr std::array<std::string_view, kind_count> names{
      "goal",    "progress", "decisions", "corrections", "avoid",          "next", "context",
      "prompts", "errors",   "window",    "read_files",  "modified_files", "own"};
  return names[static_cast<std::size_t>(kind)];
}

std::string_view heading_of(Kind kind, Language language) {
  const std::size_t index = static_cast<std::size_t>(kind);
  return index < headings.size() ? texts::raw(headings[index], language) : std::string_view();
}

std::string_view tag_of(Kind kind) {
  if (kind == Kind::read_files) return "read-files";
  if (kind == Kind::modified_files) return "modified-files";
  return {};
}

std::string_view mark_of(State state, Language language) {
  if (state == State::none) return {};
  return texts::raw(marks[static_cast<std::size_t>(state) - 1], language);
}

std::optional<FoundHeading> kind_of_heading(std::string_view text) {
  text = trimmed(text);
  if (text.ends_with(':')) text = trimmed(text.substr(0, text.size() - 1));
  constexpr std::size_t longest_heading = 40;
  if (text.empty() || text.size() > longest_heading) return std::nullopt;
  static const auto known = folded_headings();
  const auto found = known.find(correction::fold(text));
  if (found == known.end()) return std::nullopt;
  return found->second;
}

std::optional<State> state_of_mark(std::string_view mark) {
  constexpr std::size_t longest_mark = 20;
  if (mark.empty() || mark.size() > longest_mark) return std::nullopt;
  static const auto known = folded_marks();
  const auto found = known.find(correction::fold(mark));
  if (found == known.end()) return std::nullopt;
  return found->second;
}

bool takes_state(Kind kind, State state) {
  switch (state) {
    case State::none:
      return true;
    case State::done:
    case State::in_progress:
    case State::blocked:
      return kind == Kind::progress;
    case State::active:
    case State::superseded:
      return kind == Kind::decisions;
  }
  return false;
}

std::string_view table_head(Language language) {
  return texts::raw(Text::journal_table, language);
}

std::string_view preamble_of(Language language) {
  return texts::raw(Text::journal_preamble, language);
}

}  // namespace context_rot::journal
