#include "client/managed.h"

#include <algorithm>
#include <functional>

namespace context_rot::client {

namespace fs = std::filesystem;

fs::path managed_folder() {
#if defined(__APPLE__)
  return "/Library/Application Support/ClaudeCode";
#else
  return "/etc/claude-code";
#endif
}

std::vector<fs::path> managed_settings_files(const fs::path& folder) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::directory_iterator entry(folder / "managed-settings.d", error), end;
       !error && entry != end; entry.increment(error)) {
    const fs::path name = entry->path().filename();
    if (name.extension() == ".json" && !name.string().starts_with('.')) {
      files.push_back(entry->path());
    }
  }
  std::sort(files.begin(), files.end(), std::greater<>());
  const fs::path base = folder / "managed-settings.json";
  if (fs::exists(base, error)) files.push_back(base);
  return files;
}

}  // namespace context_rot::client
