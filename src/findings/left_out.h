#pragma once
// What a fork has left out already is not found again.

#include <string_view>

#include "transcript/entry.h"

namespace context_rot::findings {

/// How a text begins that stands in the place of something that was left out.
constexpr std::string_view left_out_opening = "[Left out by context-curate: ";

/// Whether an entry is what a fork made of it: an output that begins so, an answer that holds it or
/// that is nothing but a correction note (correction/detector.h).
bool is_left_out(const transcript::Entry& entry);

}  // namespace context_rot::findings
