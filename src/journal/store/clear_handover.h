#pragma once
// Which session a /clear has ended, told by SessionEnd to the SessionStart that follows.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "util/result.h"
#include "util/time.h"

namespace context_rot::journal {

/// How long after a /clear the next session may still take it over.
constexpr Milliseconds cleared_lifetime = 60'000;

/// Leaves word in the data folder that `session` was cleared by the client whose process is
/// `client` (CLAUDE_PID, which stays the same across /clear; any text, empty where it is unknown):
/// two clients in one project never take each other's.
Result<void> leave_cleared(const std::filesystem::path& data, std::string_view client,
                           std::string_view session, Milliseconds time);

/// Takes the word away and returns the session, if the word is not older than its lifetime. At most
/// one caller gets it.
std::optional<std::string> take_cleared(const std::filesystem::path& data, std::string_view client,
                                        Milliseconds time);

}  // namespace context_rot::journal
