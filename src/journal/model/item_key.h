#pragma once
// When two items say the same.

#include <string>
#include <string_view>

#include "journal/model/section.h"

namespace context_rot::journal {

/// Text by which items are compared: ASCII letters small, white space one space, none and no
/// punctuation at the ends.
std::string key_of(std::string_view text);

/// The key of an item: of its text, of a correction's both sides.
std::string key_of(const Item& item);

}  // namespace context_rot::journal
