#pragma once
// Replacing a file that other programs rewrite too, without losing what they write.
// Product-free.

#include <sys/types.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace context_rot {

/// What a file holds; nullopt: there is no file.
using FileContent = std::optional<std::string>;

/// Reads a file, or finds that it does not exist. Fails with "PATH: reason" otherwise.
Result<FileContent> read_content(const std::filesystem::path& path);

/// Whether something is at `path`, a symbolic link that leads nowhere included. Fails with "PATH:
/// reason" where that cannot be told: a folder that may not be searched, a disk that does not
/// answer.
Result<bool> is_there(const std::filesystem::path& path);

/// Puts `bytes` (nullopt: removes the file) in the place of `expected`, whole or not at all.
/// Succeeds with false, and without effect, where the file holds something else by then: a
/// change by another program at any moment is found and kept. For that the two files are
/// exchanged and the old one is looked at afterwards (Linux, macOS); where the file system
/// cannot exchange, the look comes right before the rename. A symbolic link is followed and
/// stays. An existing file keeps its permissions and, as far as allowed, its owner; a new one
/// gets `new_mode`. The temporary file stands beside it, at the end as ".NAME.new-OWN-OLD-XXXXXX"
/// with the checksums of what it held and of `expected`. Those of calls that were killed are
/// removed first, unless they hold something else: another program's change. Fails with "PATH:
/// reason".
Result<bool> replace_if_unchanged(const std::filesystem::path& path, const FileContent& expected,
                                  const FileContent& bytes, mode_t new_mode = 0600);

/// Removes the temporary files of earlier calls for `path` that were killed, those with something
/// from `known` too. One that holds anything else is kept: it may be another program's change.
void remove_stale_replacements(const std::filesystem::path& path,
                               const std::vector<std::string>& known);

/// Permissions without those that the process's umask takes away.
mode_t without_umask(mode_t mode);

}  // namespace context_rot
