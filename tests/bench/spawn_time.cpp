/// Start-to-exit time of whole commands, for programs that live a few milliseconds.
///
///   spawn-time [--runs N] [--in-a-row N] -- NAME=COMMAND ...
///
/// A command is words between blanks; `< FILE` at its end is its stdin (else /dev/null).
/// Each round starts every command once, in turn, so that all of them meet the same
/// machine; a ratio between two rows of one run means something where an absolute
/// time does not. In turn, each meets caches that the one before it has filled; `--in-a-row`
/// starts it several times in each round, after one start that does not count; N is rounded up to
/// whole rounds. (hyperfine times
/// one command after the other, and the version in Debian 12 cannot hand a file to stdin without a
/// shell in between.)
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>
#include <string>
#include <vector>

extern char** environ;

namespace {

struct Command {
  std::string name;
  std::vector<std::string> words;
  std::string stdin_path = "/dev/null";
  std::vector<double> milliseconds;
  long max_rss_kb = 0;  // never below this program's own: the kernel counts from the fork
};

[[noreturn]] void usage(const char* problem) {
  std::fprintf(stderr,
               "spawn-time: %s\n"
               "usage: spawn-time [--runs N] [--in-a-row N] -- NAME=COMMAND ...\n"
               "       (COMMAND may end in < FILE)\n",
               problem);
  std::exit(2);
}

Command parse_command(const std::string& arg) {
  const size_t eq = arg.find('=');
  if (eq == std::string::npos) usage("a command is given as NAME=COMMAND");
  Command command;
  command.name = arg.substr(0, eq);
  std::istringstream words(arg.substr(eq + 1));
  for (std::string word; words >> word;) command.words.push_back(word);
  const size_t count = command.words.size();
  if (count > 2 && command.words[count - 2] == "<") {
    command.stdin_path = command.words.back();
    if (access(command.stdin_path.c_str(), R_OK) != 0) usage("the file behind < is not readable");
    command.words.resize(count - 2);
  }
  if (command.words.empty()) usage("a command is given as NAME=COMMAND");
  return command;
}

[[noreturn]] void command_failed(const Command& command, int status) {
  if (WIFSIGNALED(status)) {
    std::fprintf(stderr, "spawn-time: %s was ended by signal %d:", command.name.c_str(),
                 WTERMSIG(status));
  } else {
    std::fprintf(stderr, "spawn-time: %s ended with exit code %d:", command.name.c_str(),
                 WEXITSTATUS(status));
  }
  for (const auto& word : command.words) std::fprintf(stderr, " %s", word.c_str());
  std::fprintf(stderr, " < %s\n", command.stdin_path.c_str());
  std::exit(1);
}

double run_once(Command& command) {
  std::vector<char*> argv;
  for (auto& word : command.words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, command.stdin_path.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);

  const auto start = std::chrono::steady_clock::now();
  pid_t pid = 0;
  if (posix_spawnp(&pid, argv[0], &actions, nullptr, argv.data(), environ) != 0) {
    std::fprintf(stderr, "spawn-time: cannot start %s\n", argv[0]);
    std::exit(1);
  }
  int status = 0;
  rusage usage{};
  while (wait4(pid, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  const std::chrono::duration<double, std::milli> took = std::chrono::steady_clock::now() - start;
  posix_spawn_file_actions_destroy(&actions);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) command_failed(command, status);
  command.max_rss_kb = std::max(command.max_rss_kb, usage.ru_maxrss);
  return took.count();
}

long count(const char* text) {
  char* end = nullptr;
  const long value = std::strtol(text, &end, 10);
  if (value < 1 || *end != '\0') usage("--runs and --in-a-row take a whole number above 0");
  return value;
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(q * static_cast<double>(values.size() - 1))];
}

}  // namespace

int main(int argc, char** argv) {
  long runs = 200;
  long in_a_row = 1;
  int i = 1;
  for (; i < argc && std::strcmp(argv[i], "--") != 0; ++i) {
    const bool row = std::strcmp(argv[i], "--in-a-row") == 0;
    if ((!row && std::strcmp(argv[i], "--runs") != 0) || i + 1 == argc) usage("unknown option");
    (row ? in_a_row : runs) = count(argv[++i]);
  }
  std::vector<Command> commands;
  for (++i; i < argc; ++i) commands.push_back(parse_command(argv[i]));
  if (commands.empty()) usage("no command");

  const long rounds = (runs + in_a_row - 1) / in_a_row;
  const long warm_up_rounds = in_a_row > 1 ? 0 : std::min(rounds, 5L);
  for (long round = -warm_up_rounds; round < rounds; ++round) {
    for (auto& command : commands) {
      if (in_a_row > 1) run_once(command);
      for (long start = 0; start < in_a_row; ++start) {
        const double ms = run_once(command);
        if (round >= 0) command.milliseconds.push_back(ms);
      }
    }
  }
  const double control = quantile(commands.front().milliseconds, 0.5);
  std::printf("%-34s %10s %10s %8s %10s\n", "command", "median ms", "p10 ms", "ratio", "peak KB");
  for (const auto& command : commands) {
    const double median = quantile(command.milliseconds, 0.5);
    std::printf("%-34s %10.3f %10.3f %8.2f %10ld\n", command.name.c_str(), median,
                quantile(command.milliseconds, 0.1), median / control, command.max_rss_kb);
  }
}
