#include "util/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace context_rot {

namespace {

using Clock = std::chrono::steady_clock;

/// An open descriptor that is closed when it goes.
class Descriptor {
 public:
  Descriptor() = default;
  explicit Descriptor(int value) : value_(value) {}
  Descriptor(Descriptor&& other) noexcept : value_(std::exchange(other.value_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(value_, other.value_);
    return *this;
  }
  ~Descriptor() { reset(); }

  int get() const { return value_; }
  bool is_open() const { return value_ >= 0; }
  void reset() {
    if (value_ >= 0) ::close(value_);
    value_ = -1;
  }

 private:
  int value_ = -1;
};

struct Pipe {
  Descriptor read_end;
  Descriptor write_end;
};

Result<Pipe> make_pipe() {
  int ends[2];
  if (::pipe(ends) != 0) return Error{std::string("cannot make a pipe: ") + std::strerror(errno)};
  ::fcntl(ends[0], F_SETFD, FD_CLOEXEC);
  ::fcntl(ends[1], F_SETFD, FD_CLOEXEC);
  return Pipe{Descriptor(ends[0]), Descriptor(ends[1])};
}

[[noreturn]] void become(const std::string& command, const Pipe& in, const Pipe& out) {
  ::setpgid(0, 0);
  ::dup2(in.read_end.get(), STDIN_FILENO);
  ::dup2(out.write_end.get(), STDOUT_FILENO);
  const int null = ::open("/dev/null", O_WRONLY);
  if (null >= 0) ::dup2(null, STDERR_FILENO);
  ::signal(SIGPIPE, SIG_DFL);
  ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  ::_exit(127);
}

int milliseconds_until(Clock::time_point end) {
  const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now());
  return left.count() > 0 ? static_cast<int>(left.count()) + 1 : 0;
}

/// Feeds and drains the child until it closes its stdout.
Result<std::string> exchange(Pipe& in, Pipe& out, std::string_view input, Clock::time_point end,
                             std::size_t max_output) {
  ::fcntl(in.write_end.get(), F_SETFL, O_NONBLOCK);
  std::string output;
  for (;;) {
    if (input.empty()) in.write_end.reset();
    pollfd polled[2] = {{out.read_end.get(), POLLIN, 0}, {in.write_end.get(), POLLOUT, 0}};
    const nfds_t count = in.write_end.is_open() ? 2 : 1;
    const int ready = ::poll(polled, count, milliseconds_until(end));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) return Error{"took too long"};
    if (count == 2 && polled[1].revents != 0) {
      const ssize_t put = ::write(in.write_end.get(), input.data(), input.size());
      if (put > 0) {
        input.remove_prefix(static_cast<std::size_t>(put));
      } else if (put < 0 && errno != EAGAIN && errno != EINTR) {
        input = {};  // it does not want to know more
      }
    }
    if (polled[0].revents != 0) {
      char buffer[8192];
      const ssize_t got = ::read(out.read_end.get(), buffer, sizeof buffer);
      if (got < 0 && errno != EINTR) return Error{std::strerror(errno)};
      if (got == 0) return output;
      if (got > 0) output.append(buffer, static_cast<std::size_t>(got));
      if (output.size() > max_output) return Error{"wrote too much"};
    }
  }
}

/// Waits until the child is gone; false when the time is over first.
bool wait_until(pid_t child, Clock::time_point end, int& status) {
  while (Clock::now() < end) {
    const pid_t done = ::waitpid(child, &status, WNOHANG);
    if (done == child || (done < 0 && errno != EINTR)) return true;
    ::poll(nullptr, 0, 1);
  }
  return false;
}

}  // namespace

Result<std::string> run_shell(const std::string& command, std::string_view input,
                              std::chrono::milliseconds limit, std::size_t max_output) {
  auto in = make_pipe();
  if (!in) return Error{in.error()};
  auto out = make_pipe();
  if (!out) return Error{out.error()};
  const auto end = Clock::now() + limit;
  const pid_t child = ::fork();
  if (child < 0) return Error{std::string("cannot start: ") + std::strerror(errno)};
  if (child == 0) become(command, *in, *out);
  ::setpgid(child, child);  // here too: the group must exist before it is killed
  in->read_end.reset();
  out->write_end.reset();
  const auto old_handler = ::signal(SIGPIPE, SIG_IGN);
  auto output = exchange(*in, *out, input, end, max_output);
  ::signal(SIGPIPE, old_handler);
  int status = 0;
  if (!output || !wait_until(child, end, status)) {
    ::kill(-child, SIGKILL);
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return output ? Error{"took too long"} : Error{output.error()};
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) return Error{"failed"};
  return output;
}

}  // namespace context_rot
