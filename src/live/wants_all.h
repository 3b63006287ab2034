#pragma once
// Whether a person has asked to see a whole output.

#include <string_view>

namespace context_rot::live {

/// Whether a prompt says that an output is wanted in full: "the full output", "the entire log",
/// "don't truncate it", "toda la salida". English and Spanish. Looks at the first 8 KiB; when in
/// doubt, yes: then an output is left as it is.
bool wants_all(std::string_view prompt);

}  // namespace context_rot::live
