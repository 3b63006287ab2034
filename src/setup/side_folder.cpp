#include "setup/side_folder.h"

#include <unistd.h>

#include <string>
#include <vector>

namespace context_rot::setup {

namespace fs = std::filesystem;

namespace {

/// ".claude" -> ".claude.context-rot-", "context-rot" -> ".context-rot.context-rot-"
std::string name_start(const fs::path& folder) {
  const std::string name = folder.filename().string();
  return (name.rfind('.', 0) == 0 ? "" : ".") + name + ".context-rot-";
}

bool is_number(const std::string& text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
}

fs::path parent_of(const fs::path& folder) {
  return folder.has_parent_path() ? folder.parent_path() : fs::path(".");
}

}  // namespace

fs::path side_folder(const fs::path& folder) {
  return parent_of(folder) / (name_start(folder) + std::to_string(::getpid()));
}

void remove_stale_side_folders(const fs::path& folder) {
  const std::string start = name_start(folder);
  std::vector<fs::path> stale;
  std::error_code error;
  for (fs::directory_iterator entry(parent_of(folder), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (name.rfind(start, 0) == 0 && is_number(name.substr(start.size()))) {
      stale.push_back(entry->path());
    }
  }
  for (const fs::path& path : stale) fs::remove_all(path, error);
}

Result<void> remove_whole(const fs::path& folder) {
  std::error_code error;
  const fs::path side = side_folder(folder);
  fs::rename(folder, side, error);
  if (error) return Error{folder.string() + ": " + error.message()};
  fs::remove_all(side, error);
  if (error) return Error{side.string() + ": " + error.message()};
  return {};
}

}  // namespace context_rot::setup
