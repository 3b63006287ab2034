#pragma once
// An item and its line in the file.

#include <string>
#include <string_view>

#include "journal/model/section.h"

namespace context_rot::journal {

/// The line of an item, without a line feed: a person's as it stands, a generated one in Markdown
/// (escape.h) with its mark in `language`. Empty for a generated item that says nothing.
std::string line_of(Kind kind, const Item& item, config::Language language);

/// What a line says, as a person's item: bullets, numbers, check boxes and marks are understood.
/// A blank line, the head and the rule of a table have no text. Reads back what line_of() wrote.
Item read_line(Kind kind, std::string_view line);

/// Names a generated line of a part, so that it is known again: 8 hex digits of checksum().
/// White space at the line's end does not count.
std::string line_mark(Kind kind, std::string_view line);

/// Whether a line belongs to a table.
bool is_table_line(std::string_view line);

/// The state as the kind has it: progress is in progress, a decision active where nothing is said.
State state_for(Kind kind, State state);

}  // namespace context_rot::journal
