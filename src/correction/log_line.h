#pragma once
// Lines that were pasted rather than written: logs, stack traces, shells, code.

#include <cstddef>
#include <string_view>

namespace context_rot::correction {

/// Where in the line the pasted part begins: 0 for a line that is pasted as a whole, the
/// line's size for prose. A sentence that quotes an error ("I get TypeError: x is not a
/// function") is prose up to the error. Linear in the line.
std::size_t pasted_from(std::string_view line);

}  // namespace context_rot::correction
