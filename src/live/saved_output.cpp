#include "live/saved_output.h"

#include <string>

#include "client/transcripts.h"
#include "util/atomic_file.h"
#include "util/invariant.h"
#include "util/old_files.h"
#include "util/redact.h"

namespace context_rot::live {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t session_letters = 8;

/// Whether a file has a name as saved_output_file() gives.
bool is_ours(const std::string& name) {
  const fs::path file(name);
  const std::string stem = file.stem().string();
  const std::size_t dash = stem.find('-');
  return file.extension() == ".txt" && dash != std::string::npos && dash <= session_letters &&
         client::is_session_id(stem) && stem.size() > dash + 1;
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
  if (auto made = create_own_folder(file.parent_path()); !made) return made;
  remove_old_files(file.parent_path(), Keep(), is_ours);
  return write_own_file(file, redact(text));
}

}  // namespace context_rot::live
