#include "util/replace_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <utility>

#if defined(__linux__)
#include <sys/syscall.h>
#endif

#include "util/atomic_file.h"
#include "util/file.h"

namespace context_rot {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view temporary_mark = ".new-";

Error exchange_failure(const fs::path& path, int reason) {
  return Error{path.string() + ": " + std::strerror(reason)};
}

/// Swaps two names. 0, else the errno; ENOTSUP where this cannot be done here at all.
int exchange(const fs::path& a, const fs::path& b) {
#if defined(__linux__)
  constexpr unsigned swap = 1u << 1;  // RENAME_EXCHANGE; its header is not everywhere
  if (::syscall(SYS_renameat2, AT_FDCWD, a.c_str(), AT_FDCWD, b.c_str(), swap) == 0) return 0;
  return errno == EINVAL || errno == ENOSYS ? ENOTSUP : errno;
#elif defined(__APPLE__)
  return ::renamex_np(a.c_str(), b.c_str(), RENAME_SWAP) == 0 ? 0 : errno;
#else
  (void)a, (void)b;
  return ENOTSUP;
#endif
}

/// The file that is to take the place of another; gone with the object.
class Temporary {
 public:
  explicit Temporary(const fs::path& target)
      : path_((target.parent_path() /
               ("." + target.filename().string() + std::string(temporary_mark) + "XXXXXX"))
                  .string()) {}
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (made_) ::unlink(path_.c_str());
  }

  /// 0 or the errno. `like` is the file whose permissions and owner it takes over.
  int make(std::string_view bytes, mode_t mode, const struct stat* like) {
    const int descriptor = ::mkostemp(path_.data(), O_CLOEXEC);
    if (descriptor < 0) return errno;
    made_ = true;
    int reason = 0;
    if (like != nullptr && (like->st_uid != ::geteuid() || like->st_gid != ::getegid())) {
      // Root at work on a user's file. Where it is not allowed, the file is ours from now on.
      [[maybe_unused]] const int refused = ::fchown(descriptor, like->st_uid, like->st_gid);
    }
    if (::fchmod(descriptor, like != nullptr ? like->st_mode & 07777 : mode) != 0) reason = errno;
    while (reason == 0 && !bytes.empty()) {
      const ssize_t put = ::write(descriptor, bytes.data(), bytes.size());
      if (put < 0 && errno != EINTR) reason = errno;
      if (put > 0) bytes.remove_prefix(static_cast<std::size_t>(put));
    }
    if (reason == 0 && ::fsync(descriptor) != 0) reason = errno;
    if (::close(descriptor) != 0 && reason == 0) reason = errno;
    return reason;
  }

  const char* name() const { return path_.c_str(); }
  fs::path path() const { return path_; }
  void keep() { made_ = false; }

 private:
  std::string path_;
  bool made_ = false;
};

void sync_folder_of(const fs::path& path) {
  const int descriptor = ::open(path.parent_path().c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return;
  ::fsync(descriptor);
  ::close(descriptor);
}

/// The target holds `placed`, the temporary file what another program had written meanwhile:
/// swaps until the newest of all is in place and what comes out is what was put in before.
Result<bool> put_back(Temporary& temporary, const fs::path& target, std::string placed,
                      std::string displaced) {
  constexpr int patience = 100;
  for (int i = 0; i < patience; ++i) {
    if (exchange(temporary.path(), target) != 0) break;
    auto out = read_file(temporary.path());
    if (!out) break;
    if (*out == placed) return false;
    placed = std::exchange(displaced, std::move(*out));
  }
  temporary.keep();
  return Error{target.string() + ": another program keeps changing it; its content is in " +
               temporary.path().string()};
}

Result<bool> replace(const fs::path& target, const std::string& expected, std::string_view bytes,
                     const struct stat& like) {
  Temporary temporary(target);
  if (const int reason = temporary.make(bytes, 0, &like); reason != 0) {
    return exchange_failure(target, reason);
  }
  const auto now = read_content(target);
  if (!now) return Error{now.error()};
  if (*now != expected) return false;
  const int reason = exchange(temporary.path(), target);
  if (reason == ENOENT) return false;
  if (reason == ENOTSUP) {
    if (::rename(temporary.name(), target.c_str()) != 0) return exchange_failure(target, errno);
    temporary.keep();
  } else if (reason != 0) {
    return exchange_failure(target, reason);
  } else {
    auto displaced = read_file(temporary.path());
    if (!displaced) {  // it may be another program's change
      temporary.keep();
      return Error{displaced.error()};
    }
    if (*displaced != expected) {
      return put_back(temporary, target, std::string(bytes), std::move(*displaced));
    }
  }
  sync_folder_of(target);
  return true;
}

/// Gives the temporary file's content a name that nothing has yet; false where something has.
Result<bool> place_new(const Temporary& temporary, const fs::path& target) {
  if (::link(temporary.name(), target.c_str()) == 0) return true;
  if (errno == EEXIST) return false;
  // No hard links here.
  std::error_code error;
  if (fs::exists(target, error)) return false;
  if (::rename(temporary.name(), target.c_str()) != 0) return exchange_failure(target, errno);
  return true;
}

Result<bool> create(const fs::path& target, std::string_view bytes, mode_t mode) {
  Temporary temporary(target);
  if (const int reason = temporary.make(bytes, mode, nullptr); reason != 0) {
    return exchange_failure(target, reason);
  }
  auto placed = place_new(temporary, target);
  if (placed && *placed) sync_folder_of(target);
  return placed;
}

Result<bool> remove(const fs::path& target, const std::string& expected) {
  Temporary temporary(target);
  if (const int reason = temporary.make("", 0600, nullptr); reason != 0) {
    return exchange_failure(target, reason);
  }
  const auto now = read_content(target);
  if (!now) return Error{now.error()};
  if (*now != expected) return false;
  if (::rename(target.c_str(), temporary.name()) != 0) {
    if (errno == ENOENT) return false;
    return exchange_failure(target, errno);
  }
  const auto removed = read_file(temporary.path());
  if (removed && *removed == expected) {
    sync_folder_of(target);
    return true;
  }
  // Changed in the last moment. If there is a newer file already, that one counts.
  if (const auto placed = place_new(temporary, target); !placed) {
    temporary.keep();
    return placed;
  }
  return false;
}

}  // namespace

Result<bool> is_there(const fs::path& path) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0) return true;
  if (errno == ENOENT || errno == ENOTDIR) return false;
  return exchange_failure(path, errno);
}

Result<FileContent> read_content(const fs::path& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 && errno == ENOENT) return FileContent();
  auto bytes = read_file(path);
  if (!bytes) return Error{bytes.error()};
  return FileContent(std::move(*bytes));
}

Result<bool> replace_if_unchanged(const fs::path& path, const FileContent& expected,
                                  const FileContent& bytes, mode_t new_mode) {
  const auto target = end_of_links(fs::absolute(path));
  if (!target) return Error{target.error()};
  struct stat status {};
  const bool exists = ::stat(target->c_str(), &status) == 0;
  if (!exists && errno != ENOENT) return exchange_failure(*target, errno);
  if (exists != expected.has_value()) return false;
  if (!exists) return bytes ? create(*target, *bytes, new_mode) : Result<bool>(true);
  return bytes ? replace(*target, *expected, *bytes, status) : remove(*target, *expected);
}

void remove_stale_replacements(const fs::path& path, const std::vector<std::string>& known) {
  const auto target = end_of_links(fs::absolute(path));
  if (!target) return;
  const std::string start = "." + target->filename().string() + std::string(temporary_mark);
  std::error_code error;
  for (fs::directory_iterator entry(target->parent_path(), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.size() != start.size() + 6 || name.compare(0, start.size(), start) != 0) continue;
    const auto bytes = read_file(entry->path());
    // A torn one is the beginning of something known.
    const bool disposable = bytes && std::any_of(known.begin(), known.end(), [&](const auto& one) {
                              return std::string_view(one).substr(0, bytes->size()) == *bytes;
                            });
    if (disposable) ::unlink(entry->path().c_str());
  }
}

mode_t without_umask(mode_t mode) {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return mode & ~mask;
}

}  // namespace context_rot
