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
#include "util/checksum.h"
#include "util/file.h"
#include "util/temporary_file.h"

namespace context_rot {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view temporary_mark = ".new-";
constexpr std::size_t sum_letters = 16;  // of checksum()
constexpr std::size_t random_letters = 6;

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

/// ".NAME.new-", with which the names of files begin that hold what is to take the place of NAME,
/// or what stood there.
std::string name_start(const fs::path& target) {
  return "." + target.filename().string() + std::string(temporary_mark);
}

/// The file that is to take the place of another.
class Temporary {
 public:
  /// `like` is the file whose permissions and owner it takes over.
  static Result<Temporary> make(const fs::path& target, std::string_view bytes, mode_t mode,
                                const struct stat* like) {
    auto file = TemporaryFile::create(target);
    if (!file) return Error{file.error()};
    const int descriptor = file->descriptor();
    if (like != nullptr && (like->st_uid != ::geteuid() || like->st_gid != ::getegid())) {
      // Root at work on a user's file. Where it is not allowed, the file is ours from now on.
      [[maybe_unused]] const int refused = ::fchown(descriptor, like->st_uid, like->st_gid);
    }
    int reason = 0;
    if (::fchmod(descriptor, like != nullptr ? like->st_mode & 07777 : mode) != 0) reason = errno;
    if (reason == 0) reason = file->write(bytes);
    if (reason == 0 && ::fsync(descriptor) != 0) reason = errno;
    if (const int closed = file->close(); reason == 0) reason = closed;
    if (reason != 0) return exchange_failure(target, reason);
    return Temporary(*std::move(file), target, checksum(bytes));
  }

  /// Gives it the name under which it may hold another content: its own and the one that is
  /// expected in the target are told by it.
  Result<void> expect(std::string_view expected) {
    const std::string name = file_.path().filename().string();
    const fs::path staged =
        target_.parent_path() / (name_start(target_) + own_ + "-" + checksum(expected) + "-" +
                                 name.substr(name.size() - random_letters));
    if (const int reason = file_.rename(staged); reason != 0) return exchange_failure(target_, reason);
    return {};
  }

  const char* name() const { return file_.path().c_str(); }
  const fs::path& path() const { return file_.path(); }
  void keep() { file_.keep(); }

 private:
  Temporary(TemporaryFile file, fs::path target, std::string own)
      : file_(std::move(file)), target_(std::move(target)), own_(std::move(own)) {}

  TemporaryFile file_;
  fs::path target_;
  std::string own_;
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
  auto made = Temporary::make(target, bytes, 0, &like);
  if (!made) return Error{made.error()};
  Temporary& temporary = *made;
  const auto now = read_content(target);
  if (!now) return Error{now.error()};
  if (*now != expected) return false;
  if (auto staged = temporary.expect(expected); !staged) return Error{staged.error()};
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
  const auto temporary = Temporary::make(target, bytes, mode, nullptr);
  if (!temporary) return Error{temporary.error()};
  auto placed = place_new(*temporary, target);
  if (placed && *placed) sync_folder_of(target);
  return placed;
}

Result<bool> remove(const fs::path& target, const std::string& expected) {
  auto made = Temporary::make(target, "", 0600, nullptr);
  if (!made) return Error{made.error()};
  Temporary& temporary = *made;
  const auto now = read_content(target);
  if (!now) return Error{now.error()};
  if (*now != expected) return false;
  if (auto staged = temporary.expect(expected); !staged) return Error{staged.error()};
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

/// Whether a file that a killed call left holds what may go: what that call was to put in place or
/// to replace, as its name tells, or something known, or the beginning of that.
bool is_disposable(const fs::path& file, std::string_view sums,
                   const std::vector<std::string>& known) {
  const auto bytes = read_file(file);
  if (!bytes) return false;
  const auto holds = [&](const auto& one) {
    return std::string_view(one).substr(0, bytes->size()) == *bytes;
  };
  if (std::any_of(known.begin(), known.end(), holds)) return true;
  if (sums.empty()) return false;
  const std::string sum = checksum(*bytes);
  return sum == sums.substr(0, sum_letters) || sum == sums.substr(sum_letters + 1, sum_letters);
}

void remove_replacements(const fs::path& target, const std::vector<std::string>& known) {
  const std::string start = name_start(target);
  constexpr std::size_t all_sums = 2 * (sum_letters + 1);
  std::vector<fs::path> found;
  std::error_code error;
  for (fs::directory_iterator entry(target.parent_path(), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.starts_with(start)) found.push_back(entry->path());
  }
  for (const fs::path& file : found) {
    const std::string rest = file.filename().string().substr(start.size());
    const bool has_sums = rest.size() == all_sums + random_letters;
    // Earlier versions left names without sums.
    if (!has_sums && rest.size() != random_letters) continue;
    const std::string sums = has_sums ? rest.substr(0, all_sums) : "";
    remove_if_left_behind(file, [&] { return is_disposable(file, sums, known); });
  }
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
  remove_replacements(*target, {});
  if (exists != expected.has_value()) return false;
  if (!exists) return bytes ? create(*target, *bytes, new_mode) : Result<bool>(true);
  return bytes ? replace(*target, *expected, *bytes, status) : remove(*target, *expected);
}

void remove_stale_replacements(const fs::path& path, const std::vector<std::string>& known) {
  const auto target = end_of_links(fs::absolute(path));
  if (!target) return;
  remove_replacements(*target, known);
  remove_left_behind(target->parent_path());
}

mode_t without_umask(mode_t mode) {
  const mode_t mask = ::umask(0);
  ::umask(mask);
  return mode & ~mask;
}

}  // namespace context_rot
