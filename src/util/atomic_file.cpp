#include "util/atomic_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace context_rot {

namespace fs = std::filesystem;

namespace {

Error failure(const fs::path& path, int reason) {
  return Error{path.string() + ": " + std::strerror(reason)};
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

void sync_folder(const fs::path& folder) {
  // A file system that cannot sync folders loses nothing it could have kept.
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

}  // namespace

Result<fs::path> end_of_links(fs::path path) {
  constexpr int max_links = 40;  // as the kernel
  for (int i = 0; i < max_links; ++i) {
    std::error_code error;
    const fs::path next = fs::read_symlink(path, error);
    if (error) return path;
    path = next.is_absolute() ? next : path.parent_path() / next;
  }
  return failure(path, ELOOP);
}

Result<AtomicFile> AtomicFile::create(const fs::path& path, mode_t mode) {
  const auto target = end_of_links(path);
  return target ? create_over_links(*target, mode) : Error{target.error()};
}

Result<AtomicFile> AtomicFile::create_over_links(const fs::path& path, mode_t mode) {
  auto temporary = TemporaryFile::create(path);
  if (!temporary) return Error{temporary.error()};
  if (::fchmod(temporary->descriptor(), mode) != 0) return failure(path, errno);
  return AtomicFile(*std::move(temporary), path);
}

AtomicFile::AtomicFile(TemporaryFile temporary, fs::path target)
    : temporary_(std::move(temporary)), target_(std::move(target)) {}

Result<void> AtomicFile::write(std::string_view bytes) {
  if (const int reason = temporary_.write(bytes); reason != 0) return failure(target_, reason);
  return {};
}

Result<void> AtomicFile::commit() {
  if (::fsync(temporary_.descriptor()) != 0) return failure(target_, errno);
  const fs::path folder = folder_of(target_);
  if (auto placed = commit_unsynced(); !placed) return placed;
  sync_folder(folder);
  return {};
}

Result<void> AtomicFile::commit_unsynced() {
  if (const int reason = temporary_.close(); reason != 0) return failure(target_, reason);
  if (const int reason = temporary_.rename(target_); reason != 0) return failure(target_, reason);
  temporary_.keep();
  return {};
}

namespace {

Result<AtomicFile> create_and_write(const fs::path& path, std::string_view bytes, mode_t mode) {
  struct stat status {};
  if (::stat(path.c_str(), &status) == 0) mode = status.st_mode & 07777;
  auto file = AtomicFile::create(path, mode);
  if (!file) return file;
  if (auto written = file->write(bytes); !written) return Error{written.error()};
  return file;
}

Result<AtomicFile> create_own(const fs::path& path, std::string_view bytes) {
  auto file = AtomicFile::create_over_links(path);
  if (!file) return file;
  if (auto written = file->write(bytes); !written) return Error{written.error()};
  return file;
}

}  // namespace

Result<void> write_file_atomically(const fs::path& path, std::string_view bytes, mode_t mode) {
  auto file = create_and_write(path, bytes, mode);
  if (!file) return Error{file.error()};
  return file->commit();
}

Result<void> write_cache_file(const fs::path& path, std::string_view bytes) {
  auto file = create_and_write(path, bytes, 0600);
  if (!file) return Error{file.error()};
  return file->commit_unsynced();
}

Result<void> write_own_file(const fs::path& path, std::string_view bytes) {
  auto file = create_own(path, bytes);
  return file ? file->commit() : Error{file.error()};
}

Result<void> write_own_cache_file(const fs::path& path, std::string_view bytes) {
  auto file = create_own(path, bytes);
  return file ? file->commit_unsynced() : Error{file.error()};
}

Result<void> create_private_folders(const fs::path& folder) {
  std::error_code error;
  if (folder.empty() || fs::is_directory(folder, error)) return {};
  if (folder.has_parent_path() && folder.parent_path() != folder) {
    if (auto made = create_private_folders(folder.parent_path()); !made) return made;
  }
  if (::mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) return failure(folder, errno);
  if (!fs::is_directory(folder, error)) return failure(folder, ENOTDIR);
  return {};
}

Result<void> create_own_folder(const fs::path& folder) {
  if (auto made = create_private_folders(folder); !made) return made;
  std::error_code error;
  if (!fs::is_symlink(fs::symlink_status(folder, error))) return {};
  return Error{folder.string() + ": is a link; what it leads to is left alone"};
}

}  // namespace context_rot
