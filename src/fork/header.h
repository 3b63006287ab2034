#pragma once
// The first line of a fork, by which it is known again. The client skips lines of a type that it
// does not know.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "util/time.h"

namespace context_rot::fork {

constexpr std::string_view header_type = "context-rot-fork";

/// What that line says of the fork.
struct Header {
  std::string session;
  std::string from;
  Milliseconds made = 0;
  std::int64_t before = 0;  ///< tokens in the window of the original
  std::int64_t after = 0;   ///< and of the fork
  std::string title;
  std::uint64_t bytes = 0;  ///< of all lines behind this one, as they were written
};

/// The line, without its end.
std::string header_line(const Header& header);

/// Reads such a line; nothing for any other.
std::optional<Header> read_header(std::string_view line);

}  // namespace context_rot::fork
