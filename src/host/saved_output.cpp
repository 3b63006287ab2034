#include "host/saved_output.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "util/atomic_file.h"
#include "util/redact.h"

namespace context_rot::host {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_files = 200;
constexpr std::chrono::hours longest_kept{30 * 24};

/// Only our own kind of file, in our own folder; what cannot be removed stays.
void remove_old(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (fs::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
    std::error_code gone;
    const auto time = fs::last_write_time(file->path(), gone);
    if (!gone && file->path().extension() == ".txt") files.emplace_back(time, file->path());
  }
  std::sort(files.begin(), files.end());
  const auto oldest_kept = fs::file_time_type::clock::now() - longest_kept;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files.size() - i < most_files && files[i].first >= oldest_kept) break;
    fs::remove(files[i].second, error);
  }
}

}  // namespace

fs::path saved_outputs_folder(const fs::path& data) {
  std::error_code error;
  fs::path folder = fs::absolute(data, error) / "outputs";
  return folder.lexically_normal();
}

fs::path saved_output_file(const fs::path& data, std::string_view session_id,
                           std::string_view tool_use_id) {
  // A call's id is unique; the session only says whose it was.
  return saved_outputs_folder(data) /
         (std::string(session_id.substr(0, 8)) + "-" + std::string(tool_use_id) + ".txt");
}

Result<void> save_output(const fs::path& file, std::string_view text) {
  if (auto made = create_private_folders(file.parent_path()); !made) return made;
  remove_old(file.parent_path());
  return write_file_atomically(file, redact(text));
}

}  // namespace context_rot::host
