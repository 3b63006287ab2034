#pragma once
// A word from one hook to the next one of the same session or client, in the data folder.

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "util/result.h"
#include "util/time.h"

namespace context_rot::client {

/// Leaves a JSON object in `file`, whose folder is made where it is missing and cleared of words of
/// a day and more whose names `is_ours`. Not synced: it is of use for a minute.
Result<void> leave_word(const std::filesystem::path& file, const nlohmann::ordered_json& word,
                        const std::function<bool(const std::string& name)>& is_ours);

/// Takes a word away and returns it, if its member "time" is not older than `lifetime` before
/// `time`. At most one caller gets it. Nothing where the folder is a link, or the file holds no
/// object.
std::optional<nlohmann::json> take_word(const std::filesystem::path& file, Milliseconds time,
                                        Milliseconds lifetime);

/// A word that stays; nothing where the folder is a link, or the file holds no object.
std::optional<nlohmann::json> read_word(const std::filesystem::path& file);

/// Takes a word away unread.
void drop_word(const std::filesystem::path& file);

}  // namespace context_rot::client
