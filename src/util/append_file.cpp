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
bool is_torn(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0 || status.st_size == 0) return false;
  char last = '\n';
  return ::pread(descriptor, &last, 1, status.st_size - 1) == 1 && last != '\n';
}

}  // namespace

Result<void> append_line(const std::filesystem::path& path, std::string_view line) {
  const auto failed = [&](const char* reason) { return Error{path.string() + ": " + reason}; };
  if (line.find('\n') != std::string_view::npos) return failed("a line feed inside a line");
  const int descriptor =
      ::open(path.c_str(), O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (descriptor < 0) return failed(std::strerror(errno));
  std::string bytes = is_torn(descriptor) ? "\n" : "";
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
