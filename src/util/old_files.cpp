#include "util/old_files.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace context_rot {

namespace fs = std::filesystem;

namespace {

constexpr std::chrono::hours old_age{24};
constexpr std::size_t old_letters = 6;

/// NAME in ".NAME.XXXXXX"; empty for any other name.
std::string temporary_of(const std::string& name) {
  constexpr std::size_t rest = old_letters + 1;
  if (name.size() < rest + 2 || !name.starts_with('.') || name[name.size() - rest] != '.')
    return "";
  return name.substr(1, name.size() - rest - 1);
}

}  // namespace

void remove_old_files(const fs::path& folder, const Keep& keep,
                      const std::function<bool(const std::string& name)>& is_ours) {
  std::error_code error;
  if (fs::is_symlink(fs::symlink_status(folder, error))) return;
  const auto now = fs::file_time_type::clock::now();
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  for (fs::directory_iterator entry(folder, error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    const bool is_temporary = is_ours(temporary_of(name));
    if (!is_temporary && !is_ours(name)) continue;
    std::error_code gone;
    const bool is_file = fs::is_regular_file(entry->symlink_status(gone)) && !gone;
    const auto time = is_file ? fs::last_write_time(entry->path(), gone) : fs::file_time_type();
    if (!is_file || gone) continue;
    if (!is_temporary) {
      files.emplace_back(time, entry->path());
    } else if (time < now - old_age) {
      fs::remove(entry->path(), gone);
    }
  }
  std::sort(files.begin(), files.end());
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files.size() - i < keep.files && files[i].first >= now - keep.longest) break;
    fs::remove(files[i].second, error);
  }
}

}  // namespace context_rot
