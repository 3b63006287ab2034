#pragma once
// What a terminal can show. Product-free.

#include <cstddef>
#include <string>
#include <string_view>

#include "util/environment.h"

namespace context_rot {

/// Whether the locale's characters are UTF-8, by the first of LC_ALL, LC_CTYPE and LANG that is
/// set.
bool speaks_utf8(const Environment& environment);

/// Columns of the terminal at `descriptor`: COLUMNS where it is a number from 1, else what the
/// terminal says, else 80.
std::size_t terminal_width(const Environment& environment, int descriptor);

/// The text in ASCII for a terminal that has nothing else: lines, blocks, dots and arrows become
/// what looks like them, any other character "?".
std::string in_ascii(std::string_view text);

}  // namespace context_rot
