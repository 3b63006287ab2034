#include "live/saved_output.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "client/paths.h"
#include "util/atomic_file.h"
#include "util/invariant.h"
#include "util/redact.h"

namespace context_rot::live {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t most_files = 200;
constexpr std::size_t session_letters = 8;
constexpr std::chrono::hours longest_kept{30 * 24};

/// Whether a file has a name as saved_output_file() gives.
bool is_ours(const fs::path& file) {
  const std::string name = file.stem().string();
  const std::size_t dash = name.find('-');
  return file.extension() == ".txt" && dash != std::string::npos && dash <= session_letters &&
         client::is_session_id(name) && name.size() > dash + 1;
}

/// Only our own kind of file, in our own folder; what cannot be removed stays.
void remove_old(const fs::path& folder) {
  std::vector<std::pair<fs::file_time_type, fs::path>> files;
  std::error_code error;
  for (fs::directory_iterator file(folder, error), end; !error && file != end;
       file.increment(error)) {
    std::error_code gone;
    const auto time = fs::last_write_time(file->path(), gone);
    if (!gone && is_ours(file->path())) files.emplace_back(time, file->path());
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
  CONTEXT_ROT_INVARIANT(client::is_session_id(session_id) && client::is_session_id(tool_use_id));
  // A call's id is unique; the session only says whose it was.
  return saved_outputs_folder(data) / (std::string(session_id.substr(0, session_letters)) + "-" +
                                       std::string(tool_use_id) + ".txt");
}

Result<void> save_output(const fs::path& file, std::string_view text) {
  if (auto made = create_private_folders(file.parent_path()); !made) return made;
  std::error_code error;
  if (fs::is_symlink(fs::symlink_status(file.parent_path(), error))) {
    return Error{file.parent_path().string() + ": is a link; what it leads to is left alone"};
  }
  remove_old(file.parent_path());
  return write_own_file(file, redact(text));
}

}  // namespace context_rot::live
