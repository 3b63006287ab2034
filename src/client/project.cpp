#include "client/project.h"

#include <optional>
#include <string>

#include "client/paths.h"
#include "client/transcripts.h"
#include "util/file.h"
#include "util/json_text.h"

namespace context_rot::client {

namespace fs = std::filesystem;

namespace {

/// The folder that a transcript's session was started in.
std::optional<fs::path> started_in(const fs::path& transcript) {
  constexpr std::size_t looked_at = 64u << 10;
  constexpr std::string_view key = "\"cwd\":\"";
  const auto file = ReadFile::open(transcript);
  if (!file) return std::nullopt;
  std::string head(looked_at, '\0');
  const auto got = file->read_at(0, head.data(), head.size());
  if (!got) return std::nullopt;
  head.resize(*got);
  const std::size_t at = head.find(key);
  if (at == std::string::npos) return std::nullopt;
  const std::size_t end = head.find('"', at + key.size());
  if (end == std::string::npos) return std::nullopt;
  return json_unescaped(std::string_view(head).substr(at + key.size(), end - at - key.size()));
}

/// The folder of the session that this runs in.
std::optional<fs::path> of_session(const fs::path& folder, const Environment& environment) {
  const auto session = environment("CLAUDE_CODE_SESSION_ID");
  const auto transcript = session ? find_transcript(*session, folder, environment) : std::nullopt;
  if (!transcript) return std::nullopt;
  if (auto above = project_above(folder, *transcript)) return above;
  const std::string slug = transcript->parent_path().filename().string();
  std::error_code error;
  const auto started = started_in(*transcript);
  const bool its_own = started && project_slug(started->string()) == slug;
  return its_own && fs::is_directory(*started, error) ? started : std::nullopt;
}

/// Folders of which everybody's files are below.
bool is_common(const fs::path& folder, const Environment& environment) {
  std::error_code error;
  if (folder == folder.root_path()) return true;
  for (const char* name : {"HOME", "TMPDIR"}) {
    const auto common = environment(name);
    if (common && !common->empty() && fs::equivalent(folder, *common, error)) return true;
  }
  return fs::equivalent(folder, "/tmp", error) || fs::equivalent(folder, "/var/tmp", error);
}

}  // namespace

fs::path project_of(const fs::path& folder, const Environment& environment) {
  if (auto own = of_session(folder, environment)) return *std::move(own);
  const auto client = client_folder(environment);
  std::optional<fs::path> nearest;
  std::optional<fs::path> repository;
  std::error_code error;
  for (fs::path at = folder; !at.empty(); at = at.parent_path()) {
    const fs::path inside = at / ".claude";
    const bool counts = at == folder || !is_common(at, environment);
    if (counts && fs::is_directory(inside, error) &&
        !(client && fs::equivalent(inside, *client, error))) {
      if (fs::is_directory(inside / "context-rot", error)) return at;
      if (!nearest) nearest = at;
    }
    if (counts && !repository && fs::exists(at / ".git", error)) repository = at;
    if (at == at.parent_path()) break;
  }
  return nearest ? *nearest : repository.value_or(folder);
}

}  // namespace context_rot::client
