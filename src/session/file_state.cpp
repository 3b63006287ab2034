#include "session/file_state.h"

#include <sys/stat.h>

#include <cerrno>

#include "util/ascii.h"
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

bool is_folder(const std::filesystem::path& path) {
  struct stat status = {};
  return ::stat(path.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
}

/// Whether a file that is not at the path is gone from this machine.
bool is_gone(const std::filesystem::path& path, const std::filesystem::path& project) {
  if (is_folder(path.parent_path())) return true;
  const auto rest = path.lexically_relative(project);
  return !rest.empty() && *rest.begin() != ".." && is_folder(project);
}

/// "C:\\x", "C:/x", "\\\\wsl$\\x", "~/x": no path of this system.
bool is_foreign(std::string_view path) {
  if (path.starts_with('\\') || path.starts_with('~')) return true;
  return path.size() > 2 && is_letter(path[0]) && path[1] == ':' &&
         (path[2] == '\\' || path[2] == '/');
}

FileFacts facts_of(const std::filesystem::path& path, const std::filesystem::path& project) {
  FileFacts facts;
  struct stat status = {};
  if (::stat(path.c_str(), &status) != 0) {
    const bool missing = (errno == ENOENT || errno == ENOTDIR) && is_gone(path, project);
    facts.presence = missing ? Presence::missing : Presence::unknown;
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
  if (path.empty() || path.find('\0') != std::string::npos || is_foreign(path)) return {};
  if (path.front() != '/' && folder_.empty()) return {};
  const auto [place, is_new] = seen_.try_emplace(path);
  if (is_new) place->second = facts_of(folder_ / path, folder_);
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
