// Many processes write the sections of several sessions of one journal at once.
//
//   journal-writers race [SECONDS]   20 processes, 5 sessions: no update lost, no torn file (5)
//   journal-writers full             a full disk and a read-only one: an error, the old file whole
//
// Ends with 0, with 1 where something is wrong, with 77 where it cannot be tried here.

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#if defined(__linux__)
#include <sched.h>
#include <sys/mount.h>
#endif

#include "journal/markdown/markdown.h"
#include "journal/markdown/merge.h"
#include "journal/model/line.h"
#include "journal/store/store.h"

namespace {

using namespace context_rot;
using namespace context_rot::journal;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr int processes = 20;
constexpr int sessions = 5;
constexpr int skipped = 77;

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

/// A folder that goes with the program that made it.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "journal-writers-XXXXXX").string();
    require(::mkdtemp(name.data()) != nullptr, "no folder for the test");
    path_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code error;
    fs::remove_all(path_, error);
  }
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

std::string id_of(int session) {
  return std::to_string(session) + "0000000-1111-4111-8111-111111111111";
}

std::string content_of(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::string counter_line(int writer, int count) {
  return "- writer " + std::to_string(writer) + " has counted to " + std::to_string(count);
}

Section facts_of(int session) {
  Section facts;
  facts.id = id_of(session);
  facts.time = now();
  facts.when = "2026-11-29 14:20";
  facts.title = "Session " + std::to_string(session);
  const std::string long_text(900, static_cast<char>('a' + session));
  facts.parts = {{Kind::goal, "", {generated("the goal of " + std::to_string(session))}},
                 {Kind::context, "", {generated(long_text)}}};
  return facts;
}

/// Brings the writer's count from `count` to the next one; the file must have it as it was left.
void count_on(Journal& journal, int writer, int count) {
  const int session = writer % sessions;
  merge_into(journal, facts_of(session), [](const std::string&) { return true; });
  Section* section = find_section(journal, id_of(session));
  require(section != nullptr, "the section is lost");
  Part& part = part_of(*section, Kind::next);
  const auto mine = std::find_if(part.items.begin(), part.items.end(), [&](const Item& item) {
    return item.line.starts_with("- writer " + std::to_string(writer) + " ");
  });
  if (count == 0) {
    require(mine == part.items.end(), "a count out of nowhere");
    part.items.push_back(read_line(Kind::next, counter_line(writer, 1)));
    return;
  }
  require(mine != part.items.end(), "a writer's line is lost");
  require(mine->line == counter_line(writer, count), "an update is lost: " + mine->line);
  *mine = read_line(Kind::next, counter_line(writer, count + 1));
}

/// What a reader sees at any moment is a whole journal.
void check_whole(const fs::path& file) {
  const std::string text = content_of(file);
  if (text.empty()) {
    require(!fs::exists(file), "an empty journal");
    return;
  }
  require(!not_understood(text) && text.ends_with("-->\n"), "a torn journal");
  require(render(parse(text)) == text, "a journal that reads otherwise");
}

int write_until(const fs::path& file, int writer, Clock::time_point end) {
  StoreOptions options;
  options.patience = std::chrono::seconds(60);
  int count = 0;
  while (Clock::now() < end) {
    const auto updated = update_journal(file, options, config::Language::english,
                                        [&](Journal& edited) { count_on(edited, writer, count); });
    require(updated && updated->written && !updated->set_aside,
            updated ? "not written: " + updated->notice : updated.error());
    ++count;
    if (count % 8 == 0) check_whole(file);
  }
  return count;
}

/// Runs `task` in a process of its own, which ends with what it returns.
template <typename Task>
pid_t start(Task&& task) {
  std::fflush(stdout);
  const pid_t child = ::fork();
  require(child >= 0, "no process");
  if (child > 0) return child;
  int status = 1;
  try {
    status = task();
  } catch (const std::exception& error) {
    std::printf("%s\n", error.what());
  }
  std::fflush(stdout);
  ::_exit(status);
}

int status_of(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

int race(int seconds) {
  const Scratch scratch;
  const fs::path file = scratch.path() / "session-journal.md";
  const auto end = Clock::now() + std::chrono::seconds(seconds);
  std::vector<pid_t> children;
  for (int writer = 0; writer < processes; ++writer) {
    children.push_back(start([&] {
      const int count = write_until(file, writer, end);
      std::ofstream(scratch.path() / ("count-" + std::to_string(writer))) << count;
      return 0;
    }));
  }
  int failed = 0;
  for (const pid_t child : children) failed += status_of(child) != 0 ? 1 : 0;
  require(failed == 0, std::to_string(failed) + " writers failed");

  check_whole(file);
  const auto journal = read_journal(file);
  require(journal && journal->sections.size() == sessions, "not every session has its section");
  const std::string text = content_of(file);
  int total = 0;
  for (int writer = 0; writer < processes; ++writer) {
    const int count = std::stoi(content_of(scratch.path() / ("count-" + std::to_string(writer))));
    if (count > 0) {
      require(text.find("\n" + counter_line(writer, count) + "\n") != std::string::npos,
              "the last update of writer " + std::to_string(writer) + " is lost");
    }
    total += count;
  }
  for (const auto& entry : fs::directory_iterator(scratch.path())) {
    const std::string name = entry.path().filename().string();
    require(name == "session-journal.md" || name.starts_with("count-"), "left behind: " + name);
  }
  std::printf("%d processes, %d sessions, %d seconds: %d updates, none lost\n", processes, sessions,
              seconds, total);
  return 0;
}

#if defined(__linux__)

Result<Updated> put(const fs::path& file, const std::string& text) {
  return update_journal(file, {}, config::Language::english, [&](Journal& journal) {
    merge_into(journal, facts_of(0), [](const std::string&) { return true; });
    add_note(journal.sections[0], Kind::next, State::none, text);
  });
}

/// The folder holds a small file system of its own, which no other process sees.
int on_full_disk(const fs::path& folder) {
  if (::unshare(CLONE_NEWNS) != 0 ||
      ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=64k") != 0) {
    std::printf("SKIPPED: no small file system can be mounted here: %s\n", std::strerror(errno));
    return skipped;
  }
  const fs::path file = folder / "session-journal.md";
  const auto first = put(file, "before");
  require(static_cast<bool>(first), first ? "" : first.error());
  const std::string before = content_of(file);
  const auto unchanged = [&](const Result<Updated>& updated, const std::string& reason) {
    require(!updated, "no error");
    require(updated.error().find(reason) != std::string::npos, updated.error());
    require(content_of(file) == before, "the old journal is not whole");
  };

  std::ofstream(folder / "filler") << std::string(128 << 10, 'x');
  unchanged(put(file, "after"), std::strerror(ENOSPC));
  fs::remove(folder / "filler");
  for (const auto& entry : fs::directory_iterator(folder)) {
    require(entry.path() == file, "left behind: " + entry.path().string());
  }

  // A broken journal for which there is no new one comes back to its place.
  std::ofstream(file, std::ios::binary) << std::string("a\0b", 3);
  std::ofstream(folder / "filler") << std::string(128 << 10, 'x');
  require(!put(file, "after"), "no error");
  require(content_of(file) == std::string("a\0b", 3), "the broken journal is gone");
  fs::remove(folder / "filler");
  std::ofstream(file, std::ios::binary) << before;

  require(::mount("none", folder.c_str(), nullptr, MS_REMOUNT | MS_RDONLY, nullptr) == 0,
          "cannot be made read-only");
  unchanged(put(file, "after"), std::strerror(EROFS));
  require(read_journal(file)->sections.size() == 1, "cannot be read");
  require(::mount("none", folder.c_str(), nullptr, MS_REMOUNT, nullptr) == 0, "");
  const auto last = put(file, "after");
  require(last && last->written, "does not go on afterwards");
  std::printf("full and read-only disk: said, and the old journal whole\n");
  return 0;
}

int full() {
  const Scratch scratch;
  return status_of(start([&] { return on_full_disk(scratch.path()); }));
}

#else

int full() {
  std::printf("SKIPPED: only Linux can mount a file system for one process\n");
  return skipped;
}

#endif

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  try {
    if (mode == "race") return race(argc > 2 ? std::atoi(argv[2]) : 5);
    if (mode == "full") return full();
    std::fprintf(stderr, "usage: journal-writers race [SECONDS] | full\n");
    return 2;
  } catch (const std::exception& error) {
    std::printf("journal-writers: %s\n", error.what());
    return 1;
  }
}
