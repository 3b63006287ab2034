#pragma once
// Reading files: whole small ones, and ranges of large ones. Product-free.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "util/result.h"

namespace context_rot {

/// Opens a file for reading only. Closes it when destroyed; can be moved, not copied.
class ReadFile {
 public:
  /// Fails with "PATH: reason" where the path does not exist, is no regular file or may
  /// not be read. Follows symbolic links.
  static Result<ReadFile> open(const std::filesystem::path& path);

  ReadFile(ReadFile&& other) noexcept;
  ReadFile& operator=(ReadFile&& other) noexcept;
  ReadFile(const ReadFile&) = delete;
  ReadFile& operator=(const ReadFile&) = delete;
  ~ReadFile();

  /// Size in bytes when it was opened. A file that is being appended to may have grown.
  std::uint64_t size() const { return size_; }

  /// Reads up to `length` bytes at `offset` into `buffer`; returns how many, which is
  /// fewer only at the end of the file. Safe to call from several threads.
  Result<std::size_t> read_at(std::uint64_t offset, char* buffer, std::size_t length) const;

 private:
  ReadFile(int descriptor, std::uint64_t size, std::filesystem::path path);

  int descriptor_ = -1;
  std::uint64_t size_ = 0;
  std::filesystem::path path_;
};

/// The whole file. Fails with "PATH: reason", also where it holds more than `limit` bytes.
Result<std::string> read_file(const std::filesystem::path& path, std::size_t limit = 64u << 20);

/// Everything that is left on a descriptor, at most `limit` bytes: more is an error, so that
/// an endless input ends. An interrupted read is taken up again.
Result<std::string> read_descriptor(int descriptor, std::size_t limit);

}  // namespace context_rot
