#pragma once
// A text with the place that it was taken from.

#include <cstddef>
#include <string>

namespace context_rot::session {

/// A line that is said of a session, and the entry of the conversation that shows it.
struct FromEntry {
  std::string text;
  std::size_t entry = 0;

  bool operator==(const FromEntry&) const = default;
};

}  // namespace context_rot::session
