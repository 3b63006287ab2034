#pragma once
// The version of the toolkit.

#include <string_view>

namespace context_rot {

/// The toolkit's version, as CMakeLists.txt has it.
std::string_view version();

}  // namespace context_rot
