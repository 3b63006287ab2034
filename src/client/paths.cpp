#include "client/paths.h"

#include "client/transcripts.h"
#include "util/ascii.h"
#include "util/invariant.h"

namespace context_rot::client {

namespace fs = std::filesystem;

std::string project_slug(std::string_view folder) {
  std::string slug;
  for (const char c : folder) {
    const auto byte = static_cast<unsigned char>(c);
    if (is_alnum(c)) {
      slug += c;
    } else if ((byte & 0xC0) != 0x80) {
      slug += byte >= 0xF0 ? "--" : "-";  // continuation bytes belong to the character before
    }
  }
  return slug;
}

std::optional<fs::path> client_folder(const Environment& environment) {
  if (const auto folder = environment("CLAUDE_CONFIG_DIR")) return fs::path(*folder);
  if (const auto home = environment("HOME")) return fs::path(*home) / ".claude";
  return std::nullopt;
}

std::optional<fs::path> data_folder(const fs::path& project, const Environment& environment) {
  if (const auto folder = environment("CONTEXT_ROT_HOME")) return fs::path(*folder);
  std::error_code error;
  const fs::path installed = project / ".claude" / "context-rot";
  // No link: one that came with the project would say where the toolkit writes and clears away.
  const auto status = fs::symlink_status(installed, error);
  if (!project.empty() && fs::is_directory(status)) return installed;
  const auto client = client_folder(environment);
  if (!client || project.empty()) return std::nullopt;
  return *client / "context-rot" / "projects" / project_slug(project.string());
}

fs::path snapshot_file(const fs::path& data, std::string_view session_id) {
  CONTEXT_ROT_INVARIANT(is_session_id(session_id));
  return data / "snapshots" / (std::string(session_id) + ".json");
}

}  // namespace context_rot::client
