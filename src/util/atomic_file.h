#pragma once
// Writing a file so that a reader, and a crash at any moment, sees either the old content
// or the new one, whole. Product-free.

#include <sys/types.h>

#include <filesystem>
#include <string>
#include <string_view>

#include "util/result.h"
#include "util/temporary_file.h"

namespace context_rot {

/// A new content for `path`, kept in a temporary file in the same folder until commit().
/// Destroyed without a commit it removes the temporary file and the old content stays. Can be
/// moved, not copied.
class AtomicFile {
 public:
  /// Creates the temporary file with the permissions `mode` (the umask does not apply).
  /// A symbolic link at `path` is followed: its target is replaced, the link stays.
  /// Fails with "PATH: reason"; the folder must exist.
  static Result<AtomicFile> create(const std::filesystem::path& path, mode_t mode = 0600);

  /// The same, but a symbolic link at `path` is replaced, not followed.
  static Result<AtomicFile> create_over_links(const std::filesystem::path& path,
                                              mode_t mode = 0600);

  /// Appends bytes. After a failure the object can only be destroyed.
  Result<void> write(std::string_view bytes);

  /// Makes the bytes durable (fsync of file and folder) and puts them in place (rename).
  Result<void> commit();

  /// Puts the bytes in place without waiting for the disk: for copies that are soon renewed.
  /// After a loss of power the file may be empty.
  Result<void> commit_unsynced();

 private:
  AtomicFile(TemporaryFile temporary, std::filesystem::path target);

  TemporaryFile temporary_;
  std::filesystem::path target_;
};

/// create, write and commit in one. `mode` applies to a new file; an existing one keeps its own.
Result<void> write_file_atomically(const std::filesystem::path& path, std::string_view bytes,
                                   mode_t mode = 0600);

/// The same without waiting for the disk, see AtomicFile::commit_unsynced().
Result<void> write_cache_file(const std::filesystem::path& path, std::string_view bytes);

/// For files in folders of our own, whatever else has got there: always 0600, and a symbolic link
/// in the file's place is replaced, so that nothing is written where it leads.
Result<void> write_own_file(const std::filesystem::path& path, std::string_view bytes);

/// The same without waiting for the disk, see AtomicFile::commit_unsynced().
Result<void> write_own_cache_file(const std::filesystem::path& path, std::string_view bytes);

/// Where a chain of symbolic links at `path` ends, even if nothing is there yet; `path` itself
/// if it is no link. Fails with "PATH: reason" on a loop.
Result<std::filesystem::path> end_of_links(std::filesystem::path path);

/// Creates the folder and its missing parents, each new one with the permissions 0700.
Result<void> create_private_folders(const std::filesystem::path& folder);

/// The same for a folder of our own that lies in one that others may have filled: fails with "PATH:
/// is a link; what it leads to is left alone" where the folder itself is a symbolic link.
Result<void> create_own_folder(const std::filesystem::path& folder);

}  // namespace context_rot
