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
  std::string name = (folder_of(path) / ("." + path.filename().string() + ".XXXXXX")).string();
  const int descriptor = ::mkostemp(name.data(), O_CLOEXEC);
  if (descriptor < 0) return failure(path, errno);
  AtomicFile file(descriptor, path, name);
  if (::fchmod(descriptor, mode) != 0) return failure(path, errno);
  return file;
}

AtomicFile::AtomicFile(int descriptor, fs::path target, fs::path temporary)
    : descriptor_(descriptor), target_(std::move(target)), temporary_(std::move(temporary)) {}

AtomicFile::AtomicFile(AtomicFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, fs::path())) {}

AtomicFile::~AtomicFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
  if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

Result<void> AtomicFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return failure(target_, errno);
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return {};
}

Result<void> AtomicFile::commit() {
  if (::fsync(descriptor_) != 0) return failure(target_, errno);
  const fs::path folder = folder_of(target_);
  if (auto placed = commit_unsynced(); !placed) return placed;
  sync_folder(folder);
  return {};
}

Result<void> AtomicFile::commit_unsynced() {
  if (::close(std::exchange(descriptor_, -1)) != 0) return failure(target_, errno);
  if (::rename(temporary_.c_str(), target_.c_str()) != 0) return failure(target_, errno);
  temporary_.clear();
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

}  // namespace context_rot
