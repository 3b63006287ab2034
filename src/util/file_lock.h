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

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&&) = delete;
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock();

 private:
  explicit FileLock(int descriptor) : descriptor_(descriptor) {}

  int descriptor_ = -1;
};

}  // namespace context_rot
