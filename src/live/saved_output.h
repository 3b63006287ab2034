#pragma once
// The full texts of tool outputs that the model got shortened.

#include <filesystem>
#include <string_view>

#include "util/result.h"

namespace context_rot::live {

/// The folder of the full texts in a data folder, as an absolute path.
std::filesystem::path saved_outputs_folder(const std::filesystem::path& data);

/// Where the output of a call is kept; both ids must be ones (is_session_id).
std::filesystem::path saved_output_file(const std::filesystem::path& data,
                                        std::string_view session_id, std::string_view tool_use_id);

/// Writes the text without its secrets, 0600 in a folder of 0700. Takes away what is older than 30
/// days, after which the client drops its own transcripts, and the oldest beyond 200 files; nothing
/// that saved_output_file() did not name. Fails with "PATH: reason", also where the folder is a
/// link, and leaves nothing behind then.
Result<void> save_output(const std::filesystem::path& file, std::string_view text);

}  // namespace context_rot::live
