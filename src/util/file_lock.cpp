#include "util/file_lock.h"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <thread>
#include <utility>

namespace context_rot {

Result<FileLock> FileLock::acquire(const std::filesystem::path& lock_file,
                                   std::chrono::milliseconds patience) {
  const int descriptor = ::open(lock_file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor < 0) return Error{lock_file.string() + ": " + std::strerror(errno)};
  FileLock lock(descriptor);
  const int failure = lock.wait(patience);
  if (failure == 0) return lock;
  return failure == EWOULDBLOCK ? Error{lock_file.string() + ": is locked by another process"}
                                : Error{lock_file.string() + ": " + std::strerror(failure)};
}

Result<FileLock> FileLock::acquire_folder(const std::filesystem::path& folder,
                                          std::chrono::milliseconds patience) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (descriptor < 0) return Error{folder.string() + ": " + std::strerror(errno)};
  FileLock lock(descriptor);
  if (lock.wait(patience) != EWOULDBLOCK) return lock;
  return Error{folder.string() + ": is locked by another process"};
}

int FileLock::wait(std::chrono::milliseconds patience) const {
  const auto give_up = std::chrono::steady_clock::now() + patience;
  // flock() has no time limit of its own, so it is asked again, a little later each time.
  for (auto pause = std::chrono::microseconds(200);;
       pause = std::min(pause * 2, std::chrono::microseconds(20000))) {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return 0;
    if (errno != EWOULDBLOCK && errno != EINTR) return errno;
    if (std::chrono::steady_clock::now() >= give_up) return EWOULDBLOCK;
    std::this_thread::sleep_for(pause);
  }
}

FileLock::FileLock(FileLock&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}

FileLock::~FileLock() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

}  // namespace context_rot
