#pragma once
// The end of a transcript as bytes, to look for something before anything is parsed.

#include <cstddef>
#include <filesystem>
#include <string_view>

#include "util/result.h"

namespace context_rot::transcript {

/// How often `text` stands in the transcript behind its last compact boundary, counted up to
/// `most`, from the end on; 0 wherever the client has noted there that it sends
/// something else than a result's line holds. Reads a growing part of the file, as
/// read_session_tail does and no more than that may. `text` is JSON as the client writes it. Fails
/// with "PATH: reason".
Result<std::size_t> count_in_window(const std::filesystem::path& path, std::string_view text,
                                    std::size_t most);

}  // namespace context_rot::transcript
