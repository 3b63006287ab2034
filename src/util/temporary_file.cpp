#include "util/temporary_file.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "util/utf8.h"

namespace context_rot {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view mark = ".context-rot-";
constexpr std::size_t name_letters = 6;
constexpr std::size_t longest_own_name = 200;  // of 255, with room for the rest
constexpr std::time_t left_over_age = 24 * 60 * 60;

bool has_mark(std::string_view name) {
  return name.size() > mark.size() + name_letters && name.starts_with('.') &&
         name.compare(name.size() - name_letters - mark.size(), mark.size(), mark) == 0;
}

/// Whether the file has a name still: another process may just have cleared it away.
bool has_name(int descriptor) {
  struct stat status {};
  return ::fstat(descriptor, &status) != 0 || status.st_nlink > 0;
}

}  // namespace

Result<TemporaryFile> TemporaryFile::create(const fs::path& target) {
  const std::string name = std::string(cut_utf8(target.filename().string(), longest_own_name));
  const fs::path folder = target.has_parent_path() ? target.parent_path() : fs::path(".");
  const std::string pattern = (folder / ("." + name + std::string(mark) + "XXXXXX")).string();
  constexpr int patience = 10;
  for (int i = 0; i < patience; ++i) {
    std::string path = pattern;
    const int descriptor = ::mkostemp(path.data(), O_CLOEXEC);
    if (descriptor < 0) return Error{target.string() + ": " + std::strerror(errno)};
    TemporaryFile file(descriptor, path);
    // Whoever clears away holds it for a moment only.
    while (::flock(descriptor, LOCK_EX) != 0 && errno == EINTR) {
    }
    if (!has_name(descriptor)) continue;
    remove_left_behind(folder);
    return file;
  }
  return Error{target.string() + ": its temporary file keeps vanishing"};
}

TemporaryFile::TemporaryFile(int descriptor, fs::path path)
    : descriptor_(descriptor), path_(std::move(path)) {}

TemporaryFile::TemporaryFile(TemporaryFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      lock_(std::exchange(other.lock_, -1)),
      path_(std::exchange(other.path_, fs::path())) {}

TemporaryFile::~TemporaryFile() {
  if (!path_.empty()) ::unlink(path_.c_str());
  if (descriptor_ >= 0) ::close(descriptor_);
  if (lock_ >= 0) ::close(lock_);
}

int TemporaryFile::write(std::string_view bytes) const {
  while (!bytes.empty()) {
    const ssize_t put = ::write(descriptor_, bytes.data(), bytes.size());
    if (put < 0 && errno == EINTR) continue;
    if (put < 0) return errno;
    bytes.remove_prefix(static_cast<std::size_t>(put));
  }
  return 0;
}

int TemporaryFile::close() {
  lock_ = ::fcntl(descriptor_, F_DUPFD_CLOEXEC, 3);  // the lock goes with the last of them
  return ::close(std::exchange(descriptor_, -1)) == 0 ? 0 : errno;
}

int TemporaryFile::rename(const fs::path& to) {
  if (::rename(path_.c_str(), to.c_str()) != 0) return errno;
  path_ = to;
  return 0;
}

void remove_if_left_behind(const fs::path& file, const std::function<bool()>& is_disposable) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  struct stat status {};
  bool left =
      ::fstat(descriptor, &status) == 0 && S_ISREG(status.st_mode) && status.st_uid == ::geteuid();
  if (left && ::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    left = errno != EWOULDBLOCK && errno != EINTR &&
           std::time(nullptr) - status.st_mtime > left_over_age;
  }
  if (left && is_disposable()) ::unlink(file.c_str());
  ::close(descriptor);  // with the lock, which whoever has just made the file waits for
}

void remove_left_behind(const fs::path& folder) {
  // Every file that is written comes by here. std's iterator ends the program where there is no
  // memory for a name.
  std::vector<fs::path> found;
  const std::unique_ptr<DIR, int (*)(DIR*)> open(::opendir(folder.c_str()), ::closedir);
  if (!open) return;
  while (const dirent* entry = ::readdir(open.get())) {
    if (has_mark(entry->d_name)) found.push_back(folder / entry->d_name);
  }
  for (const fs::path& file : found) {
    remove_if_left_behind(file, [] { return true; });
  }
}

}  // namespace context_rot
