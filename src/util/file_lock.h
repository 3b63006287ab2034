#pragma once
// A lock between processes, for read-modify-write of a file. Product-free.

#include <chrono>
#include <filesystem>

#include "util/result.h"

namespace context_rot {

/// Holds an exclusive lock on a file of its own, made for the purpose. Released when
/// destroyed, and by the kernel when the process dies. The file itself stays: removing it
/// would let two holders lock two different files of one name.
class FileLock {
 public:
  /// Waits at most `patience`. Fails with "PATH: reason" where the lock file cannot be
  /// made, and with "PATH: is locked by another process" when the time is over.
  static Result<FileLock> acquire(const std::filesystem::path& lock_file,
                                  std::chrono::milliseconds patience);

  /// The same on an existing folder, which leaves no file behind. Where the file system cannot
  /// lock folders (NFS), it succeeds without a lock.
  static Result<FileLock> acquire_folder(const std::filesystem::path& folder,
                                         std::chrono::milliseconds patience);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}

  /// 0, or the errno of the failure; EWOULDBLOCK where another process holds it to the end.
  int wait(std::chrono::milliseconds patience) const;

  int descriptor_ = -1;
};

}  // namespace context_rot
