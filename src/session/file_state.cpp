#include "session/file_state.h"

#include <sys/stat.h>

#include <cerrno>

#include "util/file.h"

namespace context_rot::session {

namespace {

Milliseconds modified(const struct stat& status) {
#ifdef __APPLE__
  const struct timespec& time = status.st_mtimespec;
#else
  const struct timespec& time = status.st_mtim;
#endif
  return static_cast<Milliseconds>(time.tv_sec) * 1000 + time.tv_nsec / 1000000;
}

FileFacts facts_of(const std::filesystem::path& path) {
  FileFacts facts;
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) {
    const bool gone = errno == ENOENT || errno == ENOTDIR;
    facts.presence = gone ? Presence::missing : Presence::unknown;
    return facts;
  }
  facts.presence = S_ISREG(status.st_mode) ? Presence::present : Presence::other;
  if (facts.presence != Presence::present) return facts;
  facts.size = static_cast<std::uint64_t>(status.st_size);
  facts.modified = modified(status);
  return facts;
}

}  // namespace

FileFacts DiskFiles::look(const std::string& path) const {
  if (path.empty() || path.find('\0') != std::string::npos) return {};
  if (path.front() != '/' && folder_.empty()) return {};
  const auto [place, is_new] = seen_.try_emplace(path);
  if (is_new) place->second = facts_of(folder_ / path);
  return place->second;
}

std::optional<std::string> DiskFiles::content(const std::string& path) const {
  constexpr std::size_t most = 1u << 20;
  if (look(path).presence != Presence::present) return std::nullopt;
  auto text = read_file(folder_ / path, most);
  if (!text) return std::nullopt;
  return *std::move(text);
}

}  // namespace context_rot::session
