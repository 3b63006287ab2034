#include "client/plugin.h"

#include <string>

#include "client/paths.h"
#include "util/atomic_file.h"
#include "util/file.h"

namespace context_rot::client {

namespace fs = std::filesystem;

std::optional<Plugin> plugin_of(const fs::path& program, const Environment& environment) {
  const fs::path root = environment("CLAUDE_PLUGIN_ROOT").value_or("");
  const fs::path data = environment("CLAUDE_PLUGIN_DATA").value_or("");
  if (!root.is_absolute() || !data.is_absolute() || !program.is_absolute()) return std::nullopt;
  std::error_code error;
  const fs::path real = fs::canonical(root, error);
  if (error) return std::nullopt;
  const fs::path inside = program.lexically_relative(real);
  if (inside.empty() || *inside.begin() == "..") return std::nullopt;
  return Plugin{root, data};
}

bool is_new(const Plugin& plugin) {
  const fs::path mark = plugin.data / "welcomed";
  std::error_code error;
  if (fs::exists(fs::symlink_status(mark, error))) return false;
  return create_private_folders(plugin.data) && write_own_cache_file(mark, "");
}

bool status_line_is_wired(const fs::path& project, const Environment& environment) {
  const fs::path user = client_folder(environment).value_or(fs::path());
  for (const fs::path& folder : {user, project.empty() ? project : project / ".claude"}) {
    if (folder.empty()) continue;
    for (const char* name : {"settings.json", "settings.local.json"}) {
      const auto text = read_file(folder / name);
      if (text && text->find("context-status-line") != std::string::npos) return true;
    }
  }
  return false;
}

}  // namespace context_rot::client
