#include "util/subprocess.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
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
#ifdef __linux__
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);  // the client ends status lines that take long
#endif
  ::dup2(in.read_end.get(), STDIN_FILENO);
  ::dup2(out.write_end.get(), STDOUT_FILENO);
  const int null = ::open("/dev/null", O_WRONLY);
  if (null >= 0) ::dup2(null, STDERR_FILENO);
  ::signal(SIGPIPE, SIG_DFL);
  ::execl("/bin/sh", "sh", "-c", command.c_str(), static_cast<char*>(nullptr));
  ::_exit(127);
}

/// The child's end, asked for without waiting.
class Child {
 public:
  explicit Child(pid_t pid) : pid_(pid) {}

  bool has_ended() {
    if (!ended_) ended_ = ::waitpid(pid_, &status_, WNOHANG) == pid_;
    return ended_;
  }
  void kill_group() {
    ::kill(-pid_, SIGKILL);
    while (!ended_) {
      const pid_t done = ::waitpid(pid_, &status_, 0);
      ended_ = done == pid_ || (done < 0 && errno != EINTR);
    }
  }
  bool succeeded() const { return ended_ && WIFEXITED(status_) && WEXITSTATUS(status_) == 0; }

 private:
  pid_t pid_;
  int status_ = 0;
  bool ended_ = false;
};

/// Writes what the pipe takes; closes it when all is written or nobody reads.
void feed(Descriptor& in, std::string_view& input) {
  const ssize_t put = ::write(in.get(), input.data(), input.size());
  if (put > 0) {
    input.remove_prefix(static_cast<std::size_t>(put));
  } else if (put < 0 && errno != EAGAIN && errno != EINTR) {
    input = {};  // it does not want to know more
  }
  if (input.empty()) in.reset();
}

/// Reads what is there. False at the end of the output.
bool drain(const Descriptor& out, std::string& output) {
  char buffer[8192];
  for (;;) {
    const ssize_t got = ::read(out.get(), buffer, sizeof buffer);
    if (got == 0) return false;
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    output.append(buffer, static_cast<std::size_t>(got));
  }
}

/// Feeds and drains the child until it has ended. What it left in the background with its
/// stdout open is not waited for.
Result<std::string> exchange_bytes(Child& child, Pipe& in, Pipe& out, std::string_view input,
                                   Clock::time_point end, std::size_t max_output) {
  // Milliseconds between looks at the process: its end wakes no poll().
  const auto look_again = [](bool is_open) { return is_open ? 5 : 1; };
  ::fcntl(in.write_end.get(), F_SETFL, O_NONBLOCK);
  ::fcntl(out.read_end.get(), F_SETFL, O_NONBLOCK);
  if (input.empty()) in.write_end.reset();
  std::string output;
  bool is_open = true;
  for (;;) {
    const bool ended = child.has_ended();  // before the last look: what it wrote is there
    if (is_open) is_open = drain(out.read_end, output);
    if (output.size() > max_output) return Error{"wrote too much"};
    if (ended) return output;
    if (Clock::now() >= end) return Error{"took too long"};
    pollfd polled[2] = {{is_open ? out.read_end.get() : -1, POLLIN, 0},
                        {in.write_end.get(), POLLOUT, 0}};
    ::poll(polled, 2, look_again(is_open));
    if (polled[1].revents != 0) feed(in.write_end, input);
  }
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
  Child running(child);
  auto output = exchange_bytes(running, *in, *out, input, end, max_output);
  ::signal(SIGPIPE, old_handler);
  if (!output) {
    running.kill_group();
    return output;
  }
  if (!running.succeeded()) return Error{"failed"};
  return output;
}

}  // namespace context_rot
