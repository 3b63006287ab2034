#include "util/file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace context_rot {

namespace {

Error read_failure(const std::filesystem::path& path, const char* reason) {
  return Error{path.string() + ": " + reason};
}

}  // namespace

Result<ReadFile> ReadFile::open(const std::filesystem::path& path) {
  // O_NONBLOCK: a named pipe under a transcript's name must not hang a hook.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return read_failure(path, std::strerror(errno));
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) {
    const int reason = errno;
    ::close(descriptor);
    return read_failure(path, std::strerror(reason));
  }
  if (!S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return read_failure(path, S_ISDIR(status.st_mode) ? "is a directory" : "is not a regular file");
  }
  return ReadFile(descriptor, static_cast<std::uint64_t>(status.st_size), path);
}

ReadFile::ReadFile(int descriptor, std::uint64_t size, std::filesystem::path path)
    : descriptor_(descriptor), size_(size), path_(std::move(path)) {}

ReadFile::ReadFile(ReadFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      size_(other.size_),
      path_(std::move(other.path_)) {}

ReadFile& ReadFile::operator=(ReadFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(size_, other.size_);
  std::swap(path_, other.path_);
  return *this;
}

ReadFile::~ReadFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Result<std::size_t> ReadFile::read_at(std::uint64_t offset, char* buffer,
                                      std::size_t length) const {
  std::size_t done = 0;
  while (done < length) {
    const ssize_t got =
        ::pread(descriptor_, buffer + done, length - done, static_cast<off_t>(offset + done));
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return read_failure(path_, std::strerror(errno));
    if (got == 0) break;
    done += static_cast<std::size_t>(got);
  }
  return done;
}

Result<std::string> read_file(const std::filesystem::path& path, std::size_t limit) {
  auto file = ReadFile::open(path);
  if (!file) return Error{file.error()};
  if (file->size() > limit) return read_failure(path, "is too large");
  std::string text(static_cast<std::size_t>(file->size()), '\0');
  const auto got = file->read_at(0, text.data(), text.size());
  if (!got) return Error{got.error()};
  text.resize(*got);
  return text;
}

Result<std::string> read_descriptor(int descriptor, std::size_t limit) {
  std::string text;
  std::size_t used = 0;
  for (;;) {
    if (used == text.size()) text.resize(used == 0 ? 8192 : used * 2);
    const ssize_t got = ::read(descriptor, text.data() + used, text.size() - used);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return Error{std::string("cannot read: ") + std::strerror(errno)};
    if (got == 0) break;
    used += static_cast<std::size_t>(got);
    if (used > limit) return Error{"input is longer than " + std::to_string(limit) + " bytes"};
  }
  text.resize(used);
  return text;
}

}  // namespace context_rot
