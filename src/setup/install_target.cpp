#include "setup/install_target.h"

#include "client/paths.h"
#include "util/utf8.h"

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

bool is_same_folder(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::equivalent(a, b, error)) return true;
  return fs::weakly_canonical(a, error) == fs::weakly_canonical(b, error);
}

}  // namespace

fs::path tidy(const fs::path& path) {
  const fs::path normal = fs::absolute(path).lexically_normal();
  return normal.has_filename() ? normal : normal.parent_path();
}

std::string Place::bin_in_settings() const {
  if (!is_private()) return {};
  const std::string folder = tidy(bin()).string();
  return repair_utf8(folder) == folder ? folder : std::string();
}

Result<Place> project_place(const fs::path& project, bool local, const Environment& environment) {
  std::error_code error;
  if (!fs::is_directory(project, error)) return Error{project.string() + ": no such folder"};
  Place place;
  place.project = project;
  place.root = (project / ".claude").lexically_normal();
  place.settings = place.root / (local ? "settings.local.json" : "settings.json");
  place.lock = project;
  if (const auto client = client::client_folder(environment);
      client && is_same_folder(place.root, *client)) {
    return Error{place.root.string() +
                 " is Claude Code's own folder, for every project: use --user"};
  }
  return place;
}

Result<Place> user_place(const Environment& environment) {
  const auto client = client::client_folder(environment);
  if (!client) return Error{"neither CLAUDE_CONFIG_DIR nor HOME is set: where is your .claude?"};
  Place place;
  place.root = tidy(*client);
  place.settings = place.root / "settings.json";
  place.lock = place.root.parent_path();
  place.is_project = false;
  const std::string name = place.root.string();
  if (const std::string readable = repair_utf8(name); readable != name) {
    return Error{readable + ": not UTF-8, so settings.json can not name it"};
  }
  return place;
}

}  // namespace context_rot::setup
