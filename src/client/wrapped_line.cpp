#include "client/wrapped_line.h"

#include "client/paths.h"
#include "util/atomic_file.h"
#include "util/file.h"
#include "util/old_files.h"
#include "util/subprocess.h"

namespace context_rot::client {

namespace fs = std::filesystem;

namespace {

/// Keeps a line that came; where that is not possible the next one is the only loss.
void keep_line(const fs::path& file, const std::string& line) {
  if (auto made = create_own_folder(file.parent_path()); !made) return;
  std::error_code error;
  if (!fs::exists(file, error)) {
    remove_old_files(file.parent_path(), {}, [](const std::string& name) {
      const fs::path path(name);
      return path.extension() == ".txt" && is_session_id(path.stem().string());
    });
  }
  [[maybe_unused]] const auto done = write_own_cache_file(file, line);
}

/// The line that was kept; empty where there is none, or something else is in its place.
std::string kept_line(const fs::path& file) {
  std::error_code error;
  const bool is_ours = fs::is_directory(fs::symlink_status(file.parent_path(), error)) &&
                       fs::is_regular_file(fs::symlink_status(file, error));
  const auto text = is_ours ? read_file(file, max_wrapped_bytes) : Result<std::string>(Error{""});
  return text ? *text : std::string();
}

}  // namespace

std::string wrapped_line(const std::string& command, std::string_view input,
                         std::chrono::milliseconds limit, const std::optional<fs::path>& data,
                         std::string_view session_id) {
  const bool keeps = data && is_session_id(session_id);
  const fs::path file =
      keeps ? *data / "status-lines" / (std::string(session_id) + ".txt") : fs::path();
  const auto line = run_shell(command, input, limit, max_wrapped_bytes);
  if (!line) return keeps ? kept_line(file) : std::string();
  if (keeps && !line->empty() && *line != kept_line(file)) keep_line(file, *line);
  return *line;
}

}  // namespace context_rot::client
