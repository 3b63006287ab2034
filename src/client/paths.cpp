#include "client/paths.h"
#include "util/ascii.h"
#include "util/invariant.h"

#include <algorithm>

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

fs::path project_of(const fs::path& folder, const Environment& environment) {
  const auto client = client_folder(environment);
  std::optional<fs::path> nearest;
  std::error_code error;
  for (fs::path at = folder; !at.empty(); at = at.parent_path()) {
    const fs::path inside = at / ".claude";
    if (fs::is_directory(inside, error) && !(client && fs::equivalent(inside, *client, error))) {
      if (fs::is_directory(inside / "context-rot", error)) return at;
      if (!nearest) nearest = at;
    }
    if (at == at.parent_path()) break;
  }
  return nearest.value_or(folder);
}

bool is_session_id(std::string_view text) {
  return !text.empty() && text.size() <= 128 &&
         std::all_of(text.begin(), text.end(), [](char c) { return is_word_char(c) || c == '-'; });
}

std::vector<fs::path> transcript_folders(const Environment& environment) {
  std::vector<fs::path> out;
  const auto client = client_folder(environment);
  if (!client) return out;
  std::error_code error;
  for (fs::directory_iterator folder(*client / "projects", error), end; !error && folder != end;
       folder.increment(error)) {
    out.push_back(folder->path());
  }
  return out;
}

std::optional<fs::path> find_transcript(std::string_view session_id,
                                        const Environment& environment) {
  if (!is_session_id(session_id)) return std::nullopt;
  const std::string name = std::string(session_id) + ".jsonl";
  for (const fs::path& folder : transcript_folders(environment)) {
    std::error_code missing;
    const fs::path path = folder / name;
    if (fs::is_regular_file(path, missing)) return path;
  }
  return std::nullopt;
}

fs::path snapshot_file(const fs::path& data, std::string_view session_id) {
  CONTEXT_ROT_INVARIANT(is_session_id(session_id));
  return data / "snapshots" / (std::string(session_id) + ".json");
}

}  // namespace context_rot::client
