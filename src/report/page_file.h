#pragma once
// Putting a page on the disk.

#include <filesystem>
#include <string_view>

#include "util/result.h"

namespace context_rot::report {

/// Writes a page to `path`, whole or not at all, readable for the user alone where it is new. A
/// page of an earlier run is replaced; any other file that is there is kept, and that is a failure.
/// Fails with "PATH: reason".
Result<void> save_page(const std::filesystem::path& path, std::string_view page);

}  // namespace context_rot::report
