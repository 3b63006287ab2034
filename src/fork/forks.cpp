#include "fork/forks.h"

#include <algorithm>

#include "report/all_sessions.h"
#include "util/file.h"
#include "util/visible.h"

namespace context_rot::fork {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t longest_header = 8192;

std::optional<KnownFork> read_fork(const fs::path& path) {
  const auto file = ReadFile::open(path);
  if (!file) return std::nullopt;
  std::string start(longest_header, '\0');
  const auto got = file->read_at(0, start.data(), start.size());
  if (!got) return std::nullopt;
  start.resize(*got);
  const std::size_t end = start.find('\n');
  if (end == std::string::npos) return std::nullopt;
  auto header = read_header(std::string_view(start).substr(0, end));
  if (!header || header->session != path.stem().string()) return std::nullopt;
  KnownFork out{path, *std::move(header), false};
  out.continued = file->size() != end + 1 + out.header.bytes;
  return out;
}

}  // namespace

std::vector<KnownFork> forks_in(const std::vector<fs::path>& folders) {
  std::vector<KnownFork> out;
  for (const fs::path& folder : folders) {
    for (const fs::path& path : report::transcripts_in(folder)) {
      if (auto fork = read_fork(path)) out.push_back(*std::move(fork));
    }
  }
  std::stable_sort(out.begin(), out.end(), [](const KnownFork& a, const KnownFork& b) {
    return a.header.made > b.header.made;
  });
  return out;
}

Result<KnownFork> find_fork(const std::vector<KnownFork>& forks, std::string_view id) {
  constexpr std::size_t shortest = 4;
  const KnownFork* found = nullptr;
  for (const KnownFork& fork : forks) {
    if (id != fork.header.session && (id.size() < shortest || !fork.header.session.starts_with(id)))
      continue;
    if (found) return Error{in_quotes(id) + " fits several forks"};
    found = &fork;
  }
  if (!found) return Error{"there is no fork " + in_quotes(id) + " (see context-curate list)"};
  return *found;
}

Result<void> remove_fork(const KnownFork& fork, bool force) {
  // Looked at again: it may have been resumed since the list was made.
  const auto now = read_fork(fork.file);
  if (!now) return Error{fork.file.string() + ": is no fork any more"};
  if (now->continued && !force) {
    return Error{"session " + fork.header.session +
                 " was continued since it was forked; nothing was removed (--force removes it)"};
  }
  std::error_code error;
  if (!fs::remove(fork.file, error) || error) {
    return Error{fork.file.string() + ": " + (error ? error.message() : "is gone already")};
  }
  return {};
}

}  // namespace context_rot::fork
