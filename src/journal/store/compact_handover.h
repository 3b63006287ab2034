#pragma once
// What a compaction by hand has shown already, told by PreCompact to the SessionStart that follows.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "util/result.h"
#include "util/time.h"

namespace context_rot::journal {

/// How long a summary may take. A compaction that was called off leaves its word behind.
constexpr Milliseconds shown_lifetime = 10 * 60'000;

/// Leaves word in the data folder of the text that `session`, which is an id, was given by hand;
/// the client sends it with every later request.
Result<void> leave_shown(const std::filesystem::path& data, std::string_view session,
                         std::string_view text, Milliseconds time);

/// Takes the word away and returns the text; nothing where there is none that is recent, as at an
/// automatic compaction.
std::optional<std::string> take_shown(const std::filesystem::path& data, std::string_view session,
                                      Milliseconds time);

/// Takes the word of a compaction that was called off away.
void drop_shown(const std::filesystem::path& data, std::string_view session);

}  // namespace context_rot::journal
