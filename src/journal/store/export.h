#pragma once
// The journal for other programs.

#include <string>

#include "journal/model/section.h"

namespace context_rot::journal {

/// A section as one JSON object on one line: session, time, when, title, and a member per part
/// (name_of(); parts of a kind joined, empty ones left out) with its items: text, by
/// ("toolkit", "person"), and, where there are any, state, right, when, row (the uuid of the
/// transcript's line that shows it). A person's blank lines are left out. UTF-8; what is not
/// becomes U+FFFD.
std::string json_of(const Section& section);

/// A journal as one JSON object on one line: {"sections": [...]}.
std::string json_of(const Journal& journal);

}  // namespace context_rot::journal
