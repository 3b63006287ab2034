#include "sandbox.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <vector>

namespace contract {

namespace fs = std::filesystem;

namespace {

constexpr unsigned max_seconds = 20;

std::string read_all(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

void write_all(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream out(path, std::ios::binary);
  out << text;
  if (!out.flush()) throw std::runtime_error(path.string() + ": cannot be written");
}

/// Everything that tells whether a file was touched.
struct Trace {
  fs::file_type type = fs::file_type::none;
  fs::file_time_type changed;
  std::string content;
  bool operator==(const Trace&) const = default;
};

std::map<std::string, Trace> traces(const fs::path& folder) {
  std::map<std::string, Trace> found;
  found[folder.string()] = {fs::file_type::directory, fs::last_write_time(folder), ""};
  std::error_code error;
  for (const auto& entry : fs::recursive_directory_iterator(
           folder, fs::directory_options::skip_permission_denied, error)) {
    Trace trace{entry.symlink_status().type(), {}, ""};
    if (!entry.is_symlink()) {
      trace.changed = entry.last_write_time();
      if (entry.is_regular_file()) trace.content = read_all(entry.path());
    }
    found[entry.path().string()] = std::move(trace);
  }
  return found;
}

std::string first_difference(const std::map<std::string, Trace>& before,
                             const std::map<std::string, Trace>& after) {
  for (const auto& [path, trace] : after) {
    const auto place = before.find(path);
    if (place == before.end()) return path + " is new";
    if (!(place->second == trace)) return path + " has changed";
  }
  for (const auto& [path, trace] : before) {
    if (!after.contains(path)) return path + " is gone";
  }
  return {};
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> all;
  for (std::string& text : texts) all.push_back(text.data());
  all.push_back(nullptr);
  return all;
}

bool redirect(int descriptor, const fs::path& file, int flags) {
  const int opened = ::open(file.c_str(), flags, 0600);
  return opened >= 0 && ::dup2(opened, descriptor) >= 0 &&
         (opened == descriptor || ::close(opened) == 0);
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

}  // namespace

Sandbox::Sandbox(fs::path programs, fs::path data)
    : programs_(std::move(programs)), data_(std::move(data)) {
  std::string name = (fs::canonical(fs::temp_directory_path()) / "contract-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
  root_ = name;
  dir_ = folder_ = root_ / "case";
  fs::create_directory(dir_);
  environment_ = {{"HOME", dir_.string()}, {"PATH", programs_.string() + ":/usr/bin:/bin"}, {"LANG", "C.UTF-8"}};
}

Sandbox::~Sandbox() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
  if (!ignored) return;
  // What a case has locked must be opened to be removed.
  for (fs::recursive_directory_iterator entry(root_, ignored), end; !ignored && entry != end;
       entry.increment(ignored)) {
    std::error_code gone;
    if (entry->symlink_status(gone).type() == fs::file_type::directory) {
      fs::permissions(entry->path(), fs::perms::owner_all, fs::perm_options::add, gone);
    }
  }
  fs::remove_all(root_, ignored);
}

fs::path Sandbox::at(const std::string& path) const {
  return dir_ / expand(path);
}

void Sandbox::prepare(const Setup& setup) {
  const auto& words = setup.words;
  if (setup.what == "env") {
    const std::string text = expand(words[0]);
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      environment_.erase(text);
    } else {
      environment_[text.substr(0, equals)] = text.substr(equals + 1);
    }
  } else if (setup.what == "file") {
    write_all(at(words[0]), expand(setup.text));
  } else if (setup.what == "data") {
    std::ifstream in(data_ / words[0], std::ios::binary);
    if (!in) throw std::runtime_error((data_ / words[0]).string() + ": cannot be read");
    std::string text;
    std::string line;
    int most = -1;
    for (std::size_t i = 2; i < words.size(); ++i) {
      if (words[i].find('=') == std::string::npos) most = std::stoi(words[i]);
    }
    for (int count = 0; count != most && std::getline(in, line); ++count) text += line + "\n";
    for (std::size_t i = 2; i < words.size(); ++i) {
      const std::size_t sign = words[i].find('=');
      if (sign == std::string::npos) continue;
      const std::string old = words[i].substr(0, sign);
      const std::string now = expand(words[i].substr(sign + 1));
      for (std::size_t found = text.find(old); found != std::string::npos;
           found = text.find(old, found + now.size())) {
        text.replace(found, old.size(), now);
      }
    }
    write_all(at(words[1]), text);
  } else if (setup.what == "dir") {
    fs::create_directories(at(words[0]));
  } else if (setup.what == "link") {
    fs::create_directories(at(words[0]).parent_path());
    fs::create_symlink(expand(words[1]), at(words[0]));
  } else if (setup.what == "mode") {
    const auto bits = std::strtoul(words[0].c_str(), nullptr, 8);
    fs::permissions(at(words[1]), static_cast<fs::perms>(bits));
  } else if (setup.what == "cd") {
    folder_ = at(words[0]);
    fs::create_directories(folder_);
  }
}

Outcome Sandbox::run(const Run& run) {
  std::vector<std::string> arguments;
  for (const std::string& word : run.words) arguments.push_back(expand(word));
  const fs::path program = programs_ / arguments.front();
  if (!fs::exists(program)) throw std::runtime_error(program.string() + ": no such program");
  std::vector<std::string> variables;
  for (const auto& [name, value] : environment_) variables.push_back(name + "=" + value);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const std::vector<char*> variable_pointers = pointers(variables);
  const fs::path in = root_ / "stdin", out = root_ / "stdout", err = root_ / "stderr";
  write_all(in, expand(run.input));

  const auto before = run.reads_only ? traces(dir_) : std::map<std::string, Trace>{};
  const auto start = std::chrono::steady_clock::now();
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("cannot fork");
  if (child == 0) {
    const int fresh = O_WRONLY | O_CREAT | O_TRUNC;
    if (::chdir(folder_.c_str()) == 0 && redirect(STDIN_FILENO, in, O_RDONLY) &&
        redirect(STDOUT_FILENO, out, fresh) && redirect(STDERR_FILENO, err, fresh)) {
      ::alarm(max_seconds);  // outlives the exec
      ::execve(program.c_str(), argument_pointers.data(), variable_pointers.data());
    }
    ::_exit(127);
  }
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  const auto spent = std::chrono::steady_clock::now() - start;
  Outcome outcome;
  outcome.milliseconds =
      static_cast<int>(std::chrono::duration_cast<std::chrono::milliseconds>(spent).count());
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  outcome.out = read_all(out);
  outcome.err = read_all(err);
  if (run.reads_only) outcome.changed = first_difference(before, traces(dir_));
  return outcome;
}

std::string Sandbox::expand(std::string_view text) const {
  std::string result;
  while (!text.empty()) {
    const std::size_t dollar = std::min(text.find('$'), text.size());
    result += text.substr(0, dollar);
    text.remove_prefix(dollar);
    if (text.starts_with("$DIR")) {
      result += dir_.string();
      text.remove_prefix(4);
    } else if (text.starts_with("$BIN")) {
      result += programs_.string();
      text.remove_prefix(4);
    } else if (text.starts_with("$SLUG")) {
      for (const char c : dir_.string()) {
        result += std::isalnum(static_cast<unsigned char>(c)) != 0 ? c : '-';
      }
      text.remove_prefix(5);
    } else if (text == "$EOF" || text == "$EOF\n") {
      text = {};
      if (result.ends_with('\n')) result.pop_back();
    } else if (text.size() >= 4 && text.starts_with("$x") && hex_digit(text[2]) >= 0 &&
               hex_digit(text[3]) >= 0) {
      result += static_cast<char>(hex_digit(text[2]) * 16 + hex_digit(text[3]));
      text.remove_prefix(4);
    } else if (const std::size_t close = text.find('}');
               text.starts_with("$pad{") && close != std::string_view::npos) {
      const std::string count(text.substr(5, close - 5));
      result.append(std::strtoul(count.c_str(), nullptr, 10), 'x');
      text.remove_prefix(close + 1);
    } else if (!text.empty()) {
      result += text.front();
      text.remove_prefix(1);
    }
  }
  return result;
}

}  // namespace contract
