#pragma once
// The items of a section as lines of a digest: quoted, the newest first.

#include <cstddef>
#include <initializer_list>
#include <string>
#include <vector>

#include "journal/model/section.h"

namespace context_rot::journal {

/// The texts of a part, quoted; of those in one of `states` where any are given.
std::vector<std::string> spoken(const Section& section, Kind kind,
                                std::initializer_list<State> states = {},
                                std::size_t max_bytes = 300);

/// The corrections as "was wrong: "X" | is right: "Y"", each side at most `max_side_bytes`. Where a
/// side is not known, it says so.
std::vector<std::string> spoken_corrections(const Section& section,
                                            std::size_t max_side_bytes = 200);

/// What a person wrote under headings of their own, or under none, in the order of the file.
std::vector<std::string> spoken_notes(const Section& section);

/// What is still to be done: next steps, what is in progress, what is blocked.
std::vector<std::string> spoken_tasks(const Section& section, std::size_t max_bytes = 300);

}  // namespace context_rot::journal
