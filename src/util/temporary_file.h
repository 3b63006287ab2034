#pragma once
// Files that are to take the place of others, under names by which what killed programs leave is
// known again. Product-free, but for the mark in the name.

#include <sys/types.h>

#include <filesystem>
#include <functional>
#include <string_view>

#include "util/result.h"

namespace context_rot {

/// A new file ".NAME.context-rot-XXXXXX" beside the file NAME. Open for writing and locked (flock)
/// for as long as the object lives, so that nobody takes it for one that was left behind. Gone with
/// the object, unless it was moved away or is kept.
class TemporaryFile {
 public:
  /// Creates it, 0600, and removes what killed programs have left in the same folder
  /// (remove_left_behind). Fails with "TARGET: reason"; the folder must exist.
  static Result<TemporaryFile> create(const std::filesystem::path& target);

  TemporaryFile(TemporaryFile&& other) noexcept;
  TemporaryFile& operator=(TemporaryFile&&) = delete;
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  ~TemporaryFile();

  /// Where it is now; empty once it was kept.
  const std::filesystem::path& path() const { return path_; }
  /// For writing; -1 once it was closed.
  int descriptor() const { return descriptor_; }

  /// Appends bytes. 0 or the errno.
  int write(std::string_view bytes) const;
  /// Closes it for writing; the lock stays. 0 or the errno.
  int close();
  /// Gives it another name in the same folder. 0 or the errno.
  int rename(const std::filesystem::path& to);
  /// The file has another name now, or is to stay: the object forgets it, not the lock.
  void keep() { path_.clear(); }

 private:
  TemporaryFile(int descriptor, std::filesystem::path path);

  int descriptor_ = -1;
  int lock_ = -1;  ///< the same open file, once descriptor_ is closed
  std::filesystem::path path_;
};

/// Removes from a folder the temporary files of programs that were killed: regular files of this
/// user with such a name that no process holds. Where locks do not work, those older than a day.
/// Follows no link and never fails.
void remove_left_behind(const std::filesystem::path& folder);

/// Removes one regular file of this user that a process has left that is gone, if `is_disposable`
/// says so, which is called while nobody else can hold the file. Left is what no process holds, or
/// where locks do not work what is older than a day.
void remove_if_left_behind(const std::filesystem::path& file,
                           const std::function<bool()>& is_disposable);

}  // namespace context_rot
