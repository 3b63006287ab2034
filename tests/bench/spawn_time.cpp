// Start-to-exit time of whole commands, for programs that live a few milliseconds.
//
//   spawn-time [--runs N] [--stdin FILE] -- NAME=COMMAND ...
//
// Each round starts every command once, in turn, so that all of them meet the same
// machine; a ratio between two rows of one run means something where an absolute
// time does not. (hyperfine times one command after the other, and the version in
// Debian 12 cannot hand a file to stdin without a shell in between.)
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
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
  std::vector<double> milliseconds;
  long max_rss_kb = 0;
};

[[noreturn]] void usage(const char* problem) {
  std::fprintf(stderr,
               "spawn-time: %s\nusage: spawn-time [--runs N] [--stdin FILE] -- NAME=COMMAND ...\n",
               problem);
  std::exit(2);
}

double run_once(Command& command, const char* stdin_path) {
  std::vector<char*> argv;
  for (auto& word : command.words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, stdin_path, O_RDONLY, 0);
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
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::fprintf(stderr, "spawn-time: %s ended with status %d\n", command.name.c_str(), status);
    std::exit(1);
  }
  command.max_rss_kb = std::max(command.max_rss_kb, usage.ru_maxrss);
  return took.count();
}

double quantile(std::vector<double> values, double q) {
  std::sort(values.begin(), values.end());
  return values[static_cast<size_t>(q * static_cast<double>(values.size() - 1))];
}

}  // namespace

int main(int argc, char** argv) {
  int runs = 200;
  const char* stdin_path = "/dev/null";
  int i = 1;
  for (; i < argc && std::strcmp(argv[i], "--") != 0; ++i) {
    if (std::strcmp(argv[i], "--runs") == 0 && i + 1 < argc) {
      runs = std::atoi(argv[++i]);
    } else if (std::strcmp(argv[i], "--stdin") == 0 && i + 1 < argc) {
      stdin_path = argv[++i];
    } else {
      usage("unknown option");
    }
  }
  if (runs < 1) usage("--runs takes a whole number above 0");
  std::vector<Command> commands;
  for (++i; i < argc; ++i) {
    const std::string arg = argv[i];
    const size_t eq = arg.find('=');
    if (eq == std::string::npos) usage("a command is given as NAME=COMMAND");
    Command command{arg.substr(0, eq), {}, {}};
    std::istringstream words(arg.substr(eq + 1));
    for (std::string word; words >> word;) command.words.push_back(word);
    if (command.words.empty()) usage("a command is given as NAME=COMMAND");
    commands.push_back(std::move(command));
  }
  if (commands.empty()) usage("no command");

  constexpr int warm_up_rounds = 5;
  for (int round = -warm_up_rounds; round < runs; ++round) {
    for (auto& command : commands) {
      const double ms = run_once(command, stdin_path);
      if (round >= 0) command.milliseconds.push_back(ms);
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
