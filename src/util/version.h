#pragma once
// The version of the toolkit.

#include <string>
#include <string_view>

namespace context_rot {

/// The release, as CMakeLists.txt has it: "0.1.0".
std::string_view release();

/// The release and the commit it was built from: "0.1.0 (33842c8)", with a plus behind the commit
/// where the sources were changed; the release alone where the commit is not known.
std::string version();

}  // namespace context_rot
