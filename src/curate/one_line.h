#pragma once
// A text on one short line.

#include <string>
#include <string_view>

namespace context_rot::curate {

/// A line made here is shorter than this, in bytes and therefore in characters.
constexpr std::size_t line_limit = 200;

/// Whether a text is such a line already.
bool is_short_line(std::string_view text);

/// `opening` and as much of the text as fits, white space as single blanks, without control
/// characters, "…" where something was cut (as_data.h). Less than 200 bytes. `opening` has at
/// most 60.
std::string short_line(std::string_view opening, std::string_view text);

}  // namespace context_rot::curate
