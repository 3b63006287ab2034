#pragma once
// A status line of somebody else's that ours shows first: run, and the last one that came kept.

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace context_rot::client {

/// How long a status line may take. The client sets no limit that was ever reached (12 seconds with
/// 2.1.332): it shows the last line until the next one is there, and ends the run when a newer one
/// begins. One that never ends must not take ours with it.
constexpr std::chrono::milliseconds wrapped_limit{10'000};

/// The longest line that is shown, in bytes.
constexpr std::size_t max_wrapped_bytes = 64u << 10;

/// What `command` prints, given the client's input, within `limit`; where it takes longer or fails,
/// what it printed last in this session, empty where that is not known. `data` is the data folder;
/// nothing is kept where there is none or `session_id` is none.
std::string wrapped_line(const std::string& command, std::string_view input,
                         std::chrono::milliseconds limit,
                         const std::optional<std::filesystem::path>& data,
                         std::string_view session_id);

}  // namespace context_rot::client
