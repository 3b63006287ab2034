#pragma once
// Adding to a file that several processes add to. Product-free.

#include <filesystem>
#include <string_view>

#include "util/result.h"

namespace context_rot {

/// Adds `line` and a line feed to the file's end in one write to a descriptor opened with
/// O_APPEND, so that lines of several writers do not mix. Creates the file (mode 0600), not its
/// folder; does not follow a symbolic link and does not wait for a pipe. If the file's last line is
/// torn (a writer died), a line feed goes first. Fails with "PATH: reason", also where only a part
/// was written; a line feed in `line` is a programming error and is refused.
Result<void> append_line(const std::filesystem::path& path, std::string_view line);

}  // namespace context_rot
