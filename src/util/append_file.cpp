#include "util/append_file.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>

namespace context_rot {

namespace {

/// Whether the file has content that does not end in a line feed.
bool is_torn(int descriptor, off_t size) {
  char last = '\n';
  return size > 0 && ::pread(descriptor, &last, 1, size - 1) == 1 && last != '\n';
}

}  // namespace

Result<void> append_line(const std::filesystem::path& path, std::string_view line) {
  const auto failed = [&](const char* reason) { return Error{path.string() + ": " + reason}; };
  if (line.find('\n') != std::string_view::npos) return failed("a line feed inside a line");
  // O_NONBLOCK: a named pipe in the file's place must not hang a hook.
  const int descriptor =
      ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0600);
  if (descriptor < 0) return failed(std::strerror(errno));
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
    ::close(descriptor);
    return failed("is not a regular file");
  }
  std::string bytes = is_torn(descriptor, status.st_size) ? "\n" : "";
  bytes += line;
  bytes += '\n';
  ssize_t written = 0;
  do {
    written = ::write(descriptor, bytes.data(), bytes.size());
  } while (written < 0 && errno == EINTR);
  const int problem = errno;
  ::close(descriptor);
  if (written < 0) return failed(std::strerror(problem));
  if (static_cast<std::size_t>(written) != bytes.size()) return failed("written in part only");
  return {};
}

}  // namespace context_rot
